import { Problem } from '#server/core/problem.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { Exporter } from './define.ts';

/** Returns the first matching exporter; 409 when no feature has it any more. */
export async function findExporter(fits: (exporter: Exporter) => boolean): Promise<Exporter> {
  const exporter = (await extensionsOf('exporter')).flatMap(({ extension: part }) => part).find(fits);
  if (!exporter) throw new Problem(409, '这个列表不能导出');
  return exporter;
}
