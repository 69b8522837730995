import { runExport } from '#features/export/server/service.ts';
import { projectApi } from '#features/project/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { projectExporter } from './exporter.ts';
import { getProjectBrand, uploadProjectFile, uploadProjectLogo } from './files.ts';
import { getProjectList } from './list.ts';
import { getProject } from './overview.ts';
import { getProjectOption, getProjectUserList } from './people.ts';
import { addProject, editProject, editProjectConfig, renewProject, updateProjectStatus } from './write.ts';

export default handlers(projectApi, {
  getProjectList,
  getProject,
  getProjectUserList,
  getProjectOption,
  getProjectBrand,
  uploadProjectFile,
  uploadProjectLogo,
  exportProject: (viewer, input) => runExport(viewer, projectExporter, input),
  addProject,
  editProject,
  editProjectConfig,
  renewProject,
  updateProjectStatus,
});
