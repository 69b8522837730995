import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { ReadyRow } from './importer.ts';

/** Value of an encrypted column in the change log: it says only that the column changed. */
export const unsaidValue = '***';

/** Former plain texts by encrypted column. */
export type OverwrittenValues = Readonly<Record<string, string | null>>;

/**
 * Stores the former texts of overwritten encrypted columns with the import's row: the change log does not have them.
 */
export async function saveOverwritten(
  tx: Db,
  jobId: string,
  { sheet, row }: Pick<ReadyRow, 'sheet' | 'row'>,
  values: OverwrittenValues,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx
    .updateTable('importRow')
    .set({ beforeCipher: encrypt(JSON.stringify(values)) })
    .where('jobId', '=', jobId)
    .where('sheet', '=', sheet)
    .where('rowNo', '=', row)
    .execute();
}

/** Returns the stored texts of the row that wrote an object in a job; empty if it overwrote no encrypted column. */
export async function readOverwritten(
  tx: Db,
  jobId: string,
  sheet: number,
  objectId: string,
): Promise<OverwrittenValues> {
  const row = await tx
    .selectFrom('importRow')
    .select('beforeCipher')
    .where('jobId', '=', jobId)
    .where('sheet', '=', sheet)
    .where('objectId', '=', objectId)
    .where('beforeCipher', 'is not', null)
    .executeTakeFirst();
  return row?.beforeCipher ? (JSON.parse(decrypt(row.beforeCipher)) as OverwrittenValues) : {};
}
