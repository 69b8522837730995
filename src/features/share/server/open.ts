import { timingSafeEqual } from 'node:crypto';
import { countLinkAttempt, invalidLink } from '#server/auth/linkThrottle.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { shareApi } from '#shared/contract/share.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { codeHash, isOpen } from './share.ts';
import { sharedSheet } from './sheet.ts';

type Opened = OutputOf<typeof shareApi.openShare>;

/**
 * Counts an attempt before validating the code, against concurrent attempts beyond the limit; a correct code is
 * uncounted.
 */
async function requireCode(id: string, storedHash: Buffer, triedHash: Buffer): Promise<void> {
  const count = (by: 1 | -1) =>
    db
      .updateTable('share')
      .set((eb) => ({ wrongTries: eb('wrongTries', '+', by) }))
      .where('id', '=', id);
  const counted = await count(1).where(isOpen).executeTakeFirst();
  if (!counted.numUpdatedRows) throw invalidLink();
  if (!timingSafeEqual(storedHash, triedHash)) throw invalidField('code', '提取码不正确');
  await count(-1).execute();
}

/**
 * Opens a link and counts the view. Asks for the code when there is one. 400 with one text for unknown, expired,
 * revoked or locked links; 429 beyond 20 attempts per address and minute.
 */
export async function openShare(
  viewer: Viewer,
  { token, code }: InputOf<typeof shareApi.openShare>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countLinkAttempt(ip);
  const share = await db
    .selectFrom('share')
    .select(['id', 'warnId', 'codeHash', 'expiresAt'])
    .where('tokenHash', '=', secretHash(token))
    .where(isOpen)
    .executeTakeFirst();
  if (!share) throw invalidLink();
  const { id, expiresAt } = share;
  if (share.codeHash && code === undefined) return { id: null, codeWanted: true, expiresAt, sheet: null };
  if (share.codeHash) await requireCode(id, share.codeHash, codeHash(token, code ?? ''));
  return command(viewer, async ({ tx }) => {
    const looked = await tx
      .updateTable('share')
      .set((eb) => ({ views: eb('views', '+', 1), lastViewedAt: now }))
      .where('id', '=', id)
      .where(isOpen)
      .executeTakeFirst();
    const sheet = looked.numUpdatedRows ? await sharedSheet(tx, share.warnId) : null;
    if (!sheet) throw invalidLink();
    return { id, codeWanted: false, expiresAt, sheet };
  });
}
