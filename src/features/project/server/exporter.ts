import { resourceExporter } from '#features/export/server/service.ts';
import { project, projectApi } from '#features/project/contract.ts';
import { projects } from './write.ts';

/** Exports projects as the list shows them. */
export default [
  resourceExporter(project, projectApi.exportProject, projects.exportSource, {
    cells: {
      onlineRate: ({ onlineCount, reportingCount }) =>
        reportingCount === 0 ? null : Math.round((onlineCount / reportingCount) * 100),
    },
    widths: { name: 32, ownerOrg: 24, code: 18 },
  }),
];
