import { projectApi } from '#features/project/contract.ts';
import { handlers } from '#server/handlers.ts';
import * as service from './service.ts';

export default handlers(projectApi, {
  getProjectList: service.getProjectList,
  editProjectConfig: service.editProjectConfig,
});
