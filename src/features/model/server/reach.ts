import { modelApi } from '#features/model/contract.ts';
import { reachOf, scopeFree } from '#server/testing/reach.ts';

/** Models have no place. */
export default reachOf(modelApi, {
  getModelList: scopeFree('models of devices are the same for every department and project'),
});
