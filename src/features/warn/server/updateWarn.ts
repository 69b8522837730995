import type { UpdateObject } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { LockedWarn } from './access.ts';

/** No request for 误报 waits any more. */
export const unasked = { falseAskedAt: null, falseAskedBy: null, falseAskedReason: null, falseAskedNote: null };

/** Writes fields of the alarm that is being acted on. */
export async function patch(
  { tx, row }: Pick<LockedWarn, 'tx' | 'row'>,
  values: UpdateObject<DB, 'warn'>,
): Promise<void> {
  await tx.updateTable('warn').set(values).where('id', '=', row.id).execute();
}
