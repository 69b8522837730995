import { sql } from 'kysely';
import { type Importer, type ImportSheet, startImport } from '#features/import/server/service.ts';
import { neededFields, physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { removeImported } from '../act/remove.ts';
import { columnsOf } from './mapping.ts';
import { readOptions, validateRows } from './validate.ts';
import { writeRows } from './write.ts';

const sheet: ImportSheet = { title: '体检', table: 'physical', columns: [], named: 'idNo' };

/** Import of files of institutions; the columns are those of the upload. */
export const importer: Importer = {
  path: physicalApi.importPhysical.path,
  name: '体检',
  sheets: [sheet],
  sheetsFor: async (options) => {
    const columns = Object.entries(readOptions(options).columns).flatMap(([title, key]) => {
      const required = neededFields.some((field) => field === key);
      return key === null ? [] : [{ key, title, required, hint: '' }];
    });
    return [{ ...sheet, columns }];
  },
  validate: (viewer, rows, _duplicates, options) => validateRows(viewer, rows, options),
  write: writeRows,
  async inUse(tx, _sheet, ids) {
    const rows = await tx.rows(sql<{ id: string }>`
      select id::text from physical where id = any(${ids}::bigint[]) and status <> 'done'`);
    return new Map(rows.map(({ id }) => [id, '已审核或作废，没有撤销']));
  },
  async remove({ tx }, viewer, ids) {
    for (const id of ids) await removeImported(tx, viewer, id);
  },
  restored: async () => undefined,
};

/** Starts the import of a file of an institution. */
export async function importPhysical(
  viewer: Viewer,
  { org }: InputOf<(typeof physicalApi)['importPhysical']>,
  { file }: { file: UploadedFile | null },
): Promise<{ jobId: string }> {
  const columns = await columnsOf(file, org);
  return startImport(viewer, importer, file, 'skip', { org, columns: JSON.stringify(columns) });
}
