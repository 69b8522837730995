import { exporting } from '#features/export/server/service.ts';
import { projectApi } from '#features/project/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { editProjectConfig } from './config.ts';
import { getProjectBrand, uploadProjectFile, uploadProjectLogo } from './files.ts';
import { getProject } from './overview.ts';
import { getProjectOption, getProjectUserList } from './projectUsers.ts';
import { projects, renewProject, updateProjectStatus } from './write.ts';

export default handlers(projectApi, {
  getProjectList: projects.list,
  getProject,
  getProjectUserList,
  getProjectOption,
  getProjectBrand,
  uploadProjectFile,
  uploadProjectLogo,
  exportProject: exporting(projectApi.exportProject),
  addProject: projects.addFull,
  editProject: projects.edit,
  editProjectConfig,
  renewProject,
  updateProjectStatus,
});
