import type { JobKind } from '#server/jobs.ts';
import { Problem } from '#server/problem.ts';
import { findParts } from '#server/rooms.ts';
import { askedOf, type Exporter, writeExport } from './service.ts';

async function exporterOf(path: string): Promise<Exporter> {
  const found = (await findParts<Exporter[]>('exporter')).flatMap(({ part }) => part);
  const exporter = found.find((one) => one.path === path);
  if (!exporter) throw new Problem(409, '这个列表已不能导出');
  return exporter;
}

/** An export past 10,000 rows: written again from its start after a restart. */
const exportJob: JobKind = {
  kind: 'export',
  again: true,
  async run({ input, viewer, step }) {
    const path = String(input.path);
    if (viewer.endpoints !== null && !viewer.endpoints.has(`POST ${path}`)) throw new Problem(403, '没有导出的权限');
    const fileId = await writeExport(viewer, await exporterOf(path), askedOf(input), (done) => step(done));
    return { message: '导出完成，文件保留 24 小时', fileId };
  },
};

export default [exportJob];
