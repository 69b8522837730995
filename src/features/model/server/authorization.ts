import { modelApi } from '#features/model/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

/** Models have no place. */
export default authorizationCases(modelApi, {
  getModelList: scopeFree('models of devices are the same for every department and project'),
});
