import { projectApi } from '#features/project/contract.ts';
import { handlers } from '#server/handlers.ts';
import { getProjectList } from './list.ts';
import { addProject, editProject, editProjectConfig, renewProject, updateProjectStatus } from './write.ts';

export default handlers(projectApi, {
  getProjectList,
  addProject,
  editProject,
  editProjectConfig,
  renewProject,
  updateProjectStatus,
});
