import { Problem } from '#server/core/problem.ts';
import { hasPermission } from '#server/core/viewer.ts';
import type { JobKind } from '#server/jobs/jobs.ts';
import { findExporter } from './exporters.ts';
import { exportRequestOf, writeExport } from './service.ts';

/** Job of an export past 10,000 rows: a restart writes the file again from its start. */
const exportJob: JobKind = {
  kind: 'export',
  restartable: true,
  async run({ input, viewer, progress: step }) {
    const path = String(input.path);
    if (viewer.endpoints !== null && !viewer.endpoints.has(`POST ${path}`)) throw new Problem(403, '没有导出的权限');
    const request = exportRequestOf(input);
    if (request.clear && !hasPermission(viewer, 'pii:reveal')) throw new Problem(403, '没有查看完整个人信息的权限');
    const exporter = await findExporter((candidate) => candidate.path === path);
    const fileId = await writeExport(viewer, exporter, request, (done) => step(done));
    return { message: '导出完成，文件保留 24 小时', fileId };
  },
};

export default [exportJob];
