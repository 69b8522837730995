import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { requireWarn } from '#features/warn/server/service.ts';
import { secretHash } from '#server/core/crypto.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { shareApi } from '#shared/contract/share.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { shareRefusal } from './sheet.ts';

type Api = typeof shareApi;

/** Maximum number of open links per warn. */
const maxOpen = 10;

/** Number of wrong codes after which a link is dead. */
export const maxWrong = 10;

/** Returns the stored hash of a code, bound to its link so that equal codes differ. */
export function codeHash(token: string, code: string): Buffer {
  return secretHash(`${token}:${code}`);
}

/** Condition that a link can still be opened. */
export const isOpen = sql<boolean>`(share.revoked_at is null and share.expires_at > now() and share.wrong_tries < ${maxWrong})`;

/** Adds a link to the warn's 处置单. Token and code are answered only here. 404 outside the viewer's scope. */
export async function addShare(
  viewer: Viewer,
  { warnId, hours, withCode }: InputOf<Api['addShare']>,
): Promise<OutputOf<Api['addShare']>> {
  const token = randomBytes(24).toString('base64url');
  const code = withCode ? String(randomInt(10_000)).padStart(4, '0') : null;
  return command(viewer, async ({ tx }) => {
    const warn = await requireWarn(viewer, warnId, tx);
    const { id: of } = warn;
    const refusal = await shareRefusal(tx, warn);
    if (refusal) throw new Problem(409, refusal);
    // Locks the warn, so that the limit also holds for concurrent requests.
    await tx.selectFrom('warn').select('id').where('id', '=', of).forUpdate().execute();
    const open = await tx.selectFrom('share').select('id').where('warnId', '=', of).where(isOpen).execute();
    if (open.length >= maxOpen) throw new Problem(409, `这条告警已有 ${maxOpen} 个有效链接，请先撤销不用的`);
    const inserted = await tx
      .insertInto('share')
      .values({
        tokenHash: secretHash(token),
        codeHash: code === null ? null : codeHash(token, code),
        warnId: of,
        expiresAt: sql<string>`now() + make_interval(hours => ${hours})`,
        createdAt: now,
        createdBy: viewer.userId,
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return { ...inserted, token, code };
  });
}

/** Returns the warn's links, newest first, without token and code. */
export async function getShareList(
  viewer: Viewer,
  { warnId }: InputOf<Api['getShareList']>,
): Promise<OutputOf<Api['getShareList']>> {
  const { id: of } = await requireWarn(viewer, warnId);
  const rows = await db
    .selectFrom('share')
    .leftJoin('user as u', 'u.id', 'share.createdBy')
    .select([
      'share.id',
      'share.createdAt',
      'u.name as createdByName',
      'share.expiresAt',
      'share.views',
      'share.lastViewedAt',
      'share.revokedAt',
    ])
    .select((eb) => [
      eb('share.codeHash', 'is not', null).$castTo<boolean>().as('withCode'),
      isOpen.as('open'),
      eb('share.expiresAt', '<=', now).as('isPast'),
    ])
    .where('share.warnId', '=', of)
    .orderBy('share.id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ revokedAt, open, isPast, ...row }) => ({
    ...row,
    state: revokedAt ? 'revoked' : open ? 'open' : isPast ? 'expired' : 'locked',
  }));
}

/** Revokes a link; a revoked link stays revoked. 404 for a link to a warn outside the scope. */
export async function revokeShare(viewer: Viewer, { id }: InputOf<Api['revokeShare']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await tx
      .selectFrom('share')
      .select(['warnId', 'revokedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('链接');
    await requireWarn(viewer, row.warnId, tx).catch((error: unknown) => {
      throw error instanceof Problem ? notFound('链接') : error;
    });
    if (row.revokedAt) return;
    await tx.updateTable('share').set({ revokedAt: now, revokedBy: viewer.userId }).where('id', '=', id).execute();
  });
  return null;
}
