import { randomBytes, randomInt } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { shareApi } from '#features/share/contract.ts';
import { seenWarn } from '#features/warn/server/service.ts';
import { secretHash } from '#server/core/crypto.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { share } from './schema.ts';

type Api = typeof shareApi;

/** Links of one alarm that are open at the same time. */
const mostOpen = 10;

/** Wrong codes after which a link is dead. */
export const mostWrong = 10;

/** What the code is kept as: bound to its link, so that equal codes do not look alike. */
export function codeHash(token: string, code: string): Buffer {
  return secretHash(`${token}:${code}`);
}

/** A link that can still be opened. */
export const isOpen = sql<boolean>`${share.revokedAt} is null and ${share.expiresAt} > now() and ${share.wrongTries} < ${mostWrong}`;

/** Makes a link to the alarm's 处置单. Token and code are answered here and never again. 404 outside the viewer's scope. */
export async function addShare(
  viewer: Viewer,
  { warnId, hours, withCode }: InputOf<Api['addShare']>,
): Promise<OutputOf<Api['addShare']>> {
  const token = randomBytes(24).toString('base64url');
  const code = withCode ? String(randomInt(10_000)).padStart(4, '0') : null;
  return command(viewer, async ({ tx }) => {
    const { id: of } = await seenWarn(viewer, warnId, tx);
    // One after the other, so that the bound holds.
    await tx.execute(sql`select id from warn where id = ${of} for update`);
    const open = await tx.$count(share, and(eq(share.warnId, of), isOpen));
    if (open >= mostOpen) throw new Problem(409, `这条告警已有 ${mostOpen} 个有效链接，请先撤销不用的`);
    const [made] = await tx
      .insert(share)
      .values({
        tokenHash: secretHash(token),
        codeHash: code === null ? null : codeHash(token, code),
        warnId: of,
        expiresAt: sql`now() + make_interval(hours => ${hours})` as unknown as string,
        createdAt: sql`now()` as unknown as string,
        createdBy: viewer.userId,
      })
      .returning({ id: share.id, expiresAt: share.expiresAt });
    if (!made) throw new Error('the link was not written');
    return { ...made, token, code };
  });
}

/** The alarm's links, newest first, without what opens them. */
export async function getShareList(
  viewer: Viewer,
  { warnId }: InputOf<Api['getShareList']>,
): Promise<OutputOf<Api['getShareList']>> {
  const { id: of } = await seenWarn(viewer, warnId);
  const rows = await db
    .select({
      id: share.id,
      createdAt: share.createdAt,
      createdByName: sql<string | null>`(select u.name from "user" u where u.id = "share".created_by)`,
      expiresAt: share.expiresAt,
      withCode: sql<boolean>`${share.codeHash} is not null`,
      views: share.views,
      lastViewedAt: share.lastViewedAt,
      revokedAt: share.revokedAt,
      open: isOpen,
      isPast: sql<boolean>`${share.expiresAt} <= now()`,
    })
    .from(share)
    .where(eq(share.warnId, of))
    .orderBy(desc(share.id))
    .limit(50);
  return rows.map(({ revokedAt, open, isPast, ...row }) => ({
    ...row,
    state: revokedAt ? 'revoked' : open ? 'open' : isPast ? 'expired' : 'locked',
  }));
}

/** Takes a link back; one that has been taken back already stays so. 404 for a link to an alarm outside the scope. */
export async function revokeShare(viewer: Viewer, { id }: InputOf<Api['revokeShare']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const [row] = await tx.select().from(share).where(eq(share.id, id)).for('update');
    if (!row) throw notFound('链接');
    await seenWarn(viewer, row.warnId, tx).catch((error: unknown) => {
      throw error instanceof Problem ? notFound('链接') : error;
    });
    if (row.revokedAt) return;
    await tx
      .update(share)
      .set({ revokedAt: sql`now()` as unknown as string, revokedBy: viewer.userId })
      .where(eq(share.id, id));
  });
  return null;
}
