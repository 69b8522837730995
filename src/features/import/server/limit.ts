import { parameter } from '#features/dictionary/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type importApi, maxImportBytes, maxImportRows } from '#shared/contract/import.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { importerOf } from './state.ts';

/** Returns the maximum of rows per sheet; an administrator may lower it. */
export async function importRowLimit(): Promise<number> {
  return Math.min(await parameter(db, 'export_limit', 'import_most', maxImportRows), maxImportRows);
}

/** Returns the limits of an import before a file is selected. 403 without the permission of its upload. */
export async function getImportLimit(
  viewer: Viewer,
  { path }: InputOf<typeof importApi.getImportLimit>,
): Promise<OutputOf<typeof importApi.getImportLimit>> {
  if (viewer.endpoints !== null && !viewer.endpoints.has(`POST ${path}`)) throw new Problem(403, '没有这项操作的权限');
  const { quotas } = await importerOf(path);
  return { rows: await importRowLimit(), bytes: maxImportBytes, quotas: (await quotas?.(viewer)) ?? [] };
}
