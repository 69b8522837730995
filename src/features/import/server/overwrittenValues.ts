import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { ReadyRow } from './importer.ts';

/** What the differences say of an encrypted column: that it was changed. */
export const unsaidValue = '***';

/** Texts by the encrypted column that they stood in. */
export type OverwrittenValues = Readonly<Record<string, string | null>>;

/** Keeps with an import's row what stood in the encrypted columns that it overwrites: the differences do not tell. */
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

/** What was kept with the row that wrote an object in a job; nothing where it overwrote no encrypted column. */
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
