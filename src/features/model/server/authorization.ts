import { modelApi } from '#features/model/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const everybody = scopeFree('models of devices are the same for every department and project');

const changed = scopeFree('people without a limit of departments and projects alone change a model: model.test.ts');

export default authorizationCases(modelApi, {
  getModelList: everybody,
  getModel: everybody,
  addModel: changed,
  editModel: changed,
});
