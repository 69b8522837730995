import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { countLinkAttempt, invalidLink } from '#server/auth/linkThrottle.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import type { Share } from '#server/db/tables.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { shareApi } from '#shared/contract/share.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { sharedLost, sharedPlace } from './place.ts';
import { codeHash, isOpen } from './share.ts';
import { sharedSheet } from './sheet.ts';
import { isShown } from './subject.ts';

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

type Item = Pick<Opened, 'sheet' | 'place' | 'lost'>;

const nothing: Item = { sheet: null, place: null, lost: null };

/** Returns what a link shows. */
async function itemOf(
  tx: Db,
  { kind, warnId, customerId, whole }: Pick<Selectable<Share>, 'kind' | 'warnId' | 'customerId' | 'whole'>,
): Promise<Item> {
  if (kind === 'place' && customerId !== null) return { ...nothing, place: await sharedPlace(tx, customerId, whole) };
  if (kind === 'lost' && warnId !== null) return { ...nothing, lost: await sharedLost(tx, warnId, whole) };
  return { ...nothing, sheet: warnId === null ? null : await sharedSheet(tx, warnId) };
}

/**
 * Opens a link and counts the view. Asks for the code when there is one. 400 with one text for unknown, expired,
 * revoked or locked links, and for a place or search whose consent or end took it back; 429 beyond 20 attempts per address and minute.
 */
export async function openShare(
  viewer: Viewer,
  { token, code }: InputOf<typeof shareApi.openShare>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countLinkAttempt(ip);
  const share = await db
    .selectFrom('share')
    .select(['id', 'kind', 'warnId', 'customerId', 'whole', 'codeHash', 'expiresAt'])
    .where('tokenHash', '=', secretHash(token))
    .where(isOpen)
    .where(isShown)
    .executeTakeFirst();
  if (!share) throw invalidLink();
  const { id, expiresAt } = share;
  if (share.codeHash && code === undefined) return { id: null, codeWanted: true, expiresAt, ...nothing };
  if (share.codeHash) await requireCode(id, share.codeHash, codeHash(token, code ?? ''));
  return command(viewer, async ({ tx }) => {
    const looked = await tx
      .updateTable('share')
      .set((eb) => ({ views: eb('views', '+', 1), lastViewedAt: now }))
      .where('id', '=', id)
      .where(isOpen)
      .where(isShown)
      .executeTakeFirst();
    const item = looked.numUpdatedRows ? await itemOf(tx, share) : nothing;
    if (!item.sheet && !item.place && !item.lost) throw invalidLink();
    return { id, codeWanted: false, expiresAt, ...item };
  });
}
