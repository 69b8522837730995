import { invalid, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { exportApi } from '#shared/contract/export.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { findExporter } from './exporters.ts';
import { type ExportAnswer, runExport } from './service.ts';

/**
 * Exports a list with unmasked personal columns. The command log records the call: user, list, filters, reason. 403
 * without the permission of the plain export; 400 without a personal column.
 */
export async function exportClear(
  viewer: Viewer,
  { object, reason: _reason, ...request }: InputOf<typeof exportApi.exportClear>,
): Promise<ExportAnswer> {
  const exporter = await findExporter(({ path }) => path.startsWith(`/api/${object}/`));
  if (viewer.endpoints !== null && !viewer.endpoints.has(`POST ${exporter.path}`))
    throw new Problem(403, '没有导出的权限');
  const problems = problemsOf(exporter.input, request);
  if (problems.length > 0) throw invalid(problems);
  const columns = request.columns ?? Object.keys(exporter.columns);
  if (!columns.some((key) => exporter.personal.includes(key)))
    throw new Problem(400, '所选的列里没有个人信息，请用普通导出');
  return runExport(viewer, exporter, { ...request, clear: true });
}
