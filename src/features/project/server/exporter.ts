import { defineExporter } from '#features/export/server/service.ts';
import { projectApi } from '#features/project/contract.ts';
import { word } from '#server/feature/words.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { getProjectList } from './list.ts';

type Row = OutputOf<typeof projectApi.getProjectList>;

/** Rows of one read. */
const batch = 200;

/** Projects as the list shows them. */
export const projectExporter = defineExporter({
  endpoint: projectApi.exportProject,
  name: '项目',
  widths: { name: 32, ownerOrg: 24, code: 18 },
  cells: {
    status: (row: Row) => word('project_status', row.status),
    onlineRate: ({ onlineCount, reportingCount }) =>
      reportingCount === 0 ? null : Math.round((onlineCount / reportingCount) * 100),
  },
  open: (viewer, filters) => ({
    count: async () => (await getProjectList(viewer, { ...filters, limit: 1 })).count,
    async *batches() {
      for (let page = 1; ; page++) {
        const { rows } = await getProjectList(viewer, { ...filters, page, limit: batch });
        if (rows.length > 0) yield rows;
        if (rows.length < batch) return;
      }
    },
  }),
});

export default [projectExporter];
