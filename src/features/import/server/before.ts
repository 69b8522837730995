import { and, eq, sql } from 'drizzle-orm';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { ReadyRow } from './importer.ts';
import { importRow } from './schema.ts';

/** What the differences say of an encrypted column: that it was changed. */
export const unsaidValue = '***';

/** Texts by the encrypted column that they stood in. */
export type Before = Readonly<Record<string, string | null>>;

/** Keeps with an import's row what stood in the encrypted columns that it overwrites: the differences do not tell. */
export async function keepBefore(
  tx: Db,
  jobId: string,
  { sheet, row }: Pick<ReadyRow, 'sheet' | 'row'>,
  before: Before,
): Promise<void> {
  if (Object.keys(before).length === 0) return;
  await tx
    .update(importRow)
    .set({ beforeCipher: encrypt(JSON.stringify(before)) })
    .where(and(eq(importRow.jobId, jobId), eq(importRow.sheet, sheet), eq(importRow.rowNo, row)));
}

/** What was kept with the row that wrote an object in a job; nothing where it overwrote no encrypted column. */
export async function keptBefore(tx: Db, jobId: string, sheet: number, objectId: string): Promise<Before> {
  const [row] = await tx
    .select({ cipher: importRow.beforeCipher })
    .from(importRow)
    .where(
      and(
        eq(importRow.jobId, jobId),
        eq(importRow.sheet, sheet),
        eq(importRow.objectId, objectId),
        sql`${importRow.beforeCipher} is not null`,
      ),
    );
  return row?.cipher ? (JSON.parse(decrypt(row.cipher)) as Before) : {};
}
