import type { UpdateObject } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { LockedWarn } from './access.ts';

/** Columns that clear a 误报 request. */
export const clearedFalseRequest = {
  falseAskedAt: null,
  falseAskedBy: null,
  falseAskedReason: null,
  falseAskedNote: null,
};

/** Updates columns of the locked warn. */
export async function updateWarn(
  { tx, row }: Pick<LockedWarn, 'tx' | 'row'>,
  values: UpdateObject<DB, 'warn'>,
): Promise<void> {
  await tx.updateTable('warn').set(values).where('id', '=', row.id).execute();
}
