import { runExport } from '#features/export/server/service.ts';
import { projectApi } from '#features/project/contract.ts';
import { handlers } from '#server/handlers.ts';
import { projectExporter } from './exporter.ts';
import { getProjectList } from './list.ts';
import { addProject, editProject, editProjectConfig, renewProject, updateProjectStatus } from './write.ts';

export default handlers(projectApi, {
  getProjectList,
  exportProject: (viewer, input) => runExport(viewer, projectExporter, input),
  addProject,
  editProject,
  editProjectConfig,
  renewProject,
  updateProjectStatus,
});
