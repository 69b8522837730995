import type { UpdateObject } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { LockedWarn } from './access.ts';

/** No request for 误报 waits any more. */
export const clearedFalseRequest = {
  falseAskedAt: null,
  falseAskedBy: null,
  falseAskedReason: null,
  falseAskedNote: null,
};

/** Writes fields of the alarm that is being acted on. */
export async function updateWarn(
  { tx, row }: Pick<LockedWarn, 'tx' | 'row'>,
  values: UpdateObject<DB, 'warn'>,
): Promise<void> {
  await tx.updateTable('warn').set(values).where('id', '=', row.id).execute();
}
