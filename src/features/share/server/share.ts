import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { ShareKind, shareApi } from '#shared/contract/share.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import {
  isShown,
  permittedKinds,
  requireKind,
  requireSharable,
  requireSubject,
  type ShareSubject,
  validatedHours,
} from './subject.ts';

type Api = typeof shareApi;

/** Maximum number of open links to an alarm or a person. */
const maxOpen = 10;

/** Number of wrong codes after which a link is dead. */
export const maxWrong = 10;

/** Returns the stored hash of a code, bound to its link so that equal codes differ. */
export function codeHash(token: string, code: string): Buffer {
  return secretHash(`${token}:${code}`);
}

/** Condition that a link can still be opened. */
export const isOpen = sql<boolean>`(share.revoked_at is null and share.expires_at > now() and share.wrong_tries < ${maxWrong})`;

/**
 * Adds a link. Token and code are answered only here. 403 without the permission for its kind, 404 outside the viewer's
 * scope, 409 for what must not be shared.
 */
export async function addShare(viewer: Viewer, input: InputOf<Api['addShare']>): Promise<OutputOf<Api['addShare']>> {
  const kind = input.kind ?? 'sheet';
  requireKind(viewer, kind);
  const hours = validatedHours(kind, input);
  const token = randomBytes(24).toString('base64url');
  const code = input.withCode ? String(randomInt(10_000)).padStart(4, '0') : null;
  return command(viewer, async ({ tx }) => {
    const of = await requireSharable(tx, viewer, kind, input);
    // Holds for concurrent requests too.
    await sql`select pg_advisory_xact_lock(hashtext(${`share:${of.warnId ?? of.customerId}`}))`.execute(tx);
    const open = await tx.selectFrom('share').select('id').where(about(of)).where(isOpen).execute();
    if (open.length >= maxOpen) throw new Problem(409, `已有 ${maxOpen} 个有效链接，请先撤销不用的`);
    const inserted = await tx
      .insertInto('share')
      .values({
        ...{ ...of, kind, whole: input.whole ?? false },
        tokenHash: secretHash(token),
        codeHash: code === null ? null : codeHash(token, code),
        expiresAt: sql<string>`now() + make_interval(hours => ${hours})`,
        createdAt: now,
        createdBy: viewer.userId,
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return { ...inserted, token, code };
  });
}

/** Returns the condition on `share` for links to an alarm; without one, to a person. */
const about = ({ warnId, customerId }: ShareSubject) =>
  warnId === null ? sql<boolean>`share.customer_id = ${customerId}` : sql<boolean>`share.warn_id = ${warnId}`;

/** Returns the links of the permitted kinds to an alarm or a person, newest first, without token and code. */
export async function getShareList(
  viewer: Viewer,
  { warnId, customerId }: InputOf<Api['getShareList']>,
): Promise<OutputOf<Api['getShareList']>> {
  if ((warnId === undefined) === (customerId === undefined))
    throw invalidField('warnId', '请选择告警或客户', 'required');
  const kinds = permittedKinds(viewer);
  if (kinds.length === 0) throw new Problem(403, '没有权限分享');
  const of = { warnId: warnId ?? null, customerId: customerId ?? null };
  await requireSubject(db, viewer, of);
  const rows = await db
    .selectFrom('share')
    .leftJoin('user as u', 'u.id', 'share.createdBy')
    .select([
      'share.id',
      'share.kind',
      'share.whole',
      'share.createdAt',
      'u.name as createdByName',
      'share.expiresAt',
      'share.views',
      'share.lastViewedAt',
      'share.revokedAt',
    ])
    .select((eb) => [
      eb('share.codeHash', 'is not', null).$castTo<boolean>().as('withCode'),
      sql<boolean>`${isOpen} and ${isShown}`.as('open'),
      eb('share.expiresAt', '<=', now).as('isPast'),
      eb('share.wrongTries', '>=', maxWrong).as('isLocked'),
    ])
    .where(about(of))
    .where('share.kind', 'in', kinds)
    .orderBy('share.id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ revokedAt, open, isPast, isLocked, ...row }) => ({
    ...row,
    kind: row.kind as ShareKind,
    state: revokedAt ? 'revoked' : open ? 'open' : isPast ? 'expired' : isLocked ? 'locked' : 'revoked',
  }));
}

/** Revokes a link; a revoked link stays revoked. 404 for a link to something outside the scope, or of a kind without the permission. */
export async function revokeShare(viewer: Viewer, { id }: InputOf<Api['revokeShare']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await tx
      .selectFrom('share')
      .select(['warnId', 'customerId', 'kind', 'revokedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || !permittedKinds(viewer).includes(row.kind as ShareKind)) throw notFound('链接');
    await requireSubject(tx, viewer, row).catch((error: unknown) => {
      throw error instanceof Problem ? notFound('链接') : error;
    });
    if (row.revokedAt) return;
    await tx.updateTable('share').set({ revokedAt: now, revokedBy: viewer.userId }).where('id', '=', id).execute();
  });
  return null;
}
