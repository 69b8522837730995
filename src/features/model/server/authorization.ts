import { modelApi } from '#features/model/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const everybody = scopeFree('models of devices are the same for every department and project');

export default authorizationCases(modelApi, {
  getModelList: everybody,
  getModel: everybody,
  addModel: everybody,
  editModel: everybody,
});
