import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';

/** Revokes the links to a person's place and sheet, or those to the sheet of a lost person's alarm, by the system. */
export async function revokeLinks(tx: Db, of: { customerId: string } | { warnId: string }): Promise<void> {
  const links = tx.updateTable('share').set({ revokedAt: now }).where('revokedAt', 'is', null);
  await ('customerId' in of
    ? links.where('customerId', '=', of.customerId)
    : links.where('warnId', '=', of.warnId).where('kind', '=', 'lost')
  ).execute();
}
