import type { Selectable } from 'kysely';
import { lockWarn, requireWarn, type StoredWarn } from '#features/warn/server/service.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import type { LostCase } from '#server/db/tables.ts';

export type StoredLost = Selectable<LostCase>;

/** Returns the encrypted form of a typed text; null for none. */
export const encrypted = (text: string | null | undefined) => (text?.trim() ? encrypt(text.trim()) : null);

/** Returns a decrypted text; null for none. */
export const decrypted = (cipher: string | null) => (cipher === null ? null : decrypt(cipher));

/** Whether an alarm is open, and the person lost with it. */
export const isOpen = ({ status }: Pick<StoredWarn, 'status'>) => status === 'pending' || status === 'handling';

/** Returns the case of an alarm; undefined without one. */
export async function lostCaseOf(tx: Db, warnId: string): Promise<StoredLost | undefined> {
  return tx.selectFrom('lostCase').selectAll().where('id', '=', warnId).executeTakeFirst();
}

/** Returns a case with its visible alarm; otherwise throws 404. */
export async function requireLost(
  viewer: Viewer,
  id: string,
  tx: Db = db,
): Promise<{ row: StoredWarn; lost: StoredLost }> {
  const row = await requireWarn(viewer, id, tx).catch(() => undefined);
  const lost = row && (await lostCaseOf(tx, row.id));
  if (!row || !lost) throw notFound('走失');
  return { row, lost };
}

/** As `requireLost`, with the alarm locked until the end of the transaction. */
export async function lockLost(viewer: Viewer, id: string, tx: Db): Promise<{ row: StoredWarn; lost: StoredLost }> {
  await requireLost(viewer, id, tx);
  const row = await lockWarn(tx, id);
  const lost = await lostCaseOf(tx, id);
  if (!row || !lost) throw notFound('走失');
  return { row, lost };
}
