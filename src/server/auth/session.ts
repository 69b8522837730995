// auth: who sends a request and what they may do: session, permissions, data scope, password.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { assignmentsOf, releaseAssignments } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { type Grants, grantsOf } from './permission.ts';
import { viewerOfUser } from './userViewer.ts';

/**
 * A session ends after 7 days without use (specification section 9), and at its `ends_at` in any case; the page
 * validates its token again every `askAgainHours`.
 */
const lifeDays = 7;
const askAgainHours = 12;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the time of the page's next token validation, in seconds since 1970. */
function expiry(): number {
  return Math.floor(Date.now() / 1000) + askAgainHours * 3600;
}

/** Maximum duration of a login: a feature's extension `sessionLimit`. */
export interface SessionLimit {
  /** `seat`: the user handles warns at a seat shared with other users. */
  limitOf(viewer: Viewer): Promise<{ seat: boolean; hours: number }>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    sessionLimit: SessionLimit;
  }
}

/** Default without a feature's limit. */
const longest = { seat: false, hours: 720 };

async function limitOf(userId: string, traceId: string): Promise<{ seat: boolean; hours: number }> {
  const [feature] = await extensionsOf('sessionLimit');
  const viewer = await viewerOfUser(userId, traceId);
  return feature && viewer ? feature.extension.limitOf(viewer) : longest;
}

/** Starts a session after a correct password. Returns the token; only its hash is stored. */
export async function startSession(
  userId: string,
  ip: string,
  agent: string,
): Promise<{ token: string; exp_time: number }> {
  const token = randomBytes(32).toString('base64url');
  const { traceId } = system();
  const { seat, hours } = await limitOf(userId, traceId);
  await command({ userId, traceId }, async ({ tx }) => {
    await sql`
      insert into session (token_hash, user_id, ip, agent, seat, ends_at, expires_at)
      select ${hashOf(token)}, ${userId}, ${ip}, ${agent.slice(0, 300)}, ${seat}, e.at, least(e.at, now() + make_interval(days => ${lifeDays}))
      from (select now() + make_interval(hours => ${hours}) as at) e`.execute(tx);
  });
  return { token, exp_time: expiry() };
}

interface SessionRow {
  session_id: string;
  user_id: string;
  account: string;
  name: string;
  department_id: string;
  must_change_password: boolean;
  project_ids: string[] | null;
  permission_version: string;
  stale: boolean;
}

/** Returns the viewer of a token; null if the session is over, the account disabled or the token unknown. */
export async function viewerOf(
  token: string,
  traceId: string,
  ip: string | null,
): Promise<(Viewer & { grants: Grants }) | null> {
  if (token.length < 20 || token.length > 200) return null;
  const row = await db.row(sql<SessionRow>`
    select s.id::text as session_id, u.id::text as user_id, u.account, u.name, u.department_id::text, u.must_change_password,
      u.project_ids::text[] as project_ids, s.seen_at < now() - interval '1 minute' as stale,
      (select version::text from cache_version where name = 'permission') as permission_version
    from session s join "user" u on u.id = s.user_id
    where s.token_hash = ${hashOf(token)} and s.ended_at is null and s.expires_at > now()
      and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())`);
  if (!row) return null;
  if (row.stale) await touch(row.session_id);
  const grants = await grantsOf(
    { id: row.user_id, departmentId: row.department_id, projectIds: row.project_ids },
    row.permission_version,
  );
  return {
    kind: 'user',
    userId: row.user_id,
    bearerId: null,
    account: row.account,
    name: row.name,
    sessionId: row.session_id,
    departmentId: row.department_id,
    mustChangePassword: row.must_change_password,
    permissions: grants.permissions,
    endpoints: grants.endpoints,
    scope: grants.scope,
    traceId,
    ip,
    grants,
  };
}

/** Returns the time when the viewer's session ends in any case; null without a session. */
export async function sessionEnd({ sessionId }: Viewer): Promise<string | null> {
  if (!sessionId) return null;
  const row = await db.selectFrom('session').select('endsAt as at').where('id', '=', sessionId).executeTakeFirst();
  return row?.at ?? null;
}

/** Reasons why a session ends early, with the message for its user; a user's logout has none. */
const endSentences = {
  logout: null,
  ended: '这次登录已在另一处结束',
  password: '密码已在另一处修改，这次登录已结束',
  forced: '你已被强制下线',
  reset: '你的密码或两步登录已重置，登录已结束',
  disabled: '你的账号已停用',
  deleted: '你的账号已删除',
  expired: '你的账号已到期',
} as const;
export type EndReason = keyof typeof endSentences;

/** Maximum of warn numbers in the message. */
const maxNamed = 10;

/** Message for the user of an ended session. */
interface Ending {
  /** Chinese sentence without the final 。 */
  msg: string;
  data: { reason: EndReason | 'absolute'; cases: string[] };
}

/**
 * Returns why the session of a token ended, with the numbers of the released warns; for a day after an early end.
 * @returns null without a message: logged out, idle for too long, unknown token
 */
export async function endingOf(token: string): Promise<Ending | null> {
  const row = await db.row(sql<{ reason: Ending['data']['reason'] | null; cases: string[]; hours: number }>`
    select case when ended_at is null then 'absolute' else end_reason end as reason, coalesce(released, '{}') as cases,
      round(extract(epoch from ends_at - created_at) / 3600)::int as hours
    from session where token_hash = ${hashOf(token)}
      and case when ended_at is null then ends_at <= now() else ended_at > now() - interval '1 day' end`);
  if (!row?.reason) return null;
  if (row.reason === 'absolute')
    return { msg: `本次登录已满 ${row.hours} 小时，请重新登录`, data: { reason: 'absolute', cases: [] } };
  const sentence = endSentences[row.reason];
  if (!sentence) return null;
  return { msg: sentence + backInQueue(row.cases), data: { reason: row.reason, cases: row.cases } };
}

function backInQueue(cases: readonly string[]): string {
  if (cases.length === 0) return '';
  const nos = cases.slice(0, maxNamed).join('、') + (cases.length > maxNamed ? ' 等' : '');
  return `。你手上的 ${cases.length} 条告警（${nos}）已退回队列`;
}

async function touch(sessionId: string): Promise<void> {
  await sql`update session set seen_at = now(), expires_at = least(ends_at, now() + make_interval(days => ${lifeDays})) where id = ${sessionId}`.execute(
    db,
  );
}

/** Extends the session; returns the time of the next token validation, in seconds since 1970. */
export async function refreshSession(viewer: Viewer): Promise<{ exp_time: number }> {
  if (viewer.sessionId) await touch(viewer.sessionId);
  return { exp_time: expiry() };
}

/** Ends one session; its live streams end within seconds on every node. */
export async function endSession(sessionId: string, reason: EndReason): Promise<void> {
  await db
    .updateTable('session')
    .set({ endedAt: now, endReason: reason })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute();
  wake.publish('session');
}

/** Cleanup when all sessions of a user end: a feature's extension `sessionCleanup`. */
export interface SessionCleanup {
  end(userId: string): Promise<void>;
  /** Returns users with an expired account for whom the cleanup is still due. */
  expiredUsers(): Promise<string[]>;
}

/** Returns users with an expired account for whom any feature's cleanup is still due. */
export async function expiredWithLeftovers(): Promise<string[]> {
  const cleanups = await extensionsOf('sessionCleanup');
  return (await Promise.all(cleanups.map(({ extension: part }) => part.expiredUsers()))).flat();
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    sessionCleanup: SessionCleanup;
  }
}

/** Ends all sessions of a user but `except` (a password change keeps the current one) and runs the cleanup. */
export async function endSessionsOf(userId: string, reason: EndReason, except: string | null = null): Promise<void> {
  await markEnded(userId, reason, except, null);
  await endBeside(userId);
}

/**
 * Ends all sessions of a user, releases their work and stores the released warn numbers with the sessions.
 * @param by actor
 * @param stepNote note of each warn's step
 */
export async function sendOff(by: Viewer, userId: string, reason: EndReason, stepNote: string): Promise<void> {
  const held = (await assignmentsOf(db, [userId])).map(({ no }) => no);
  // Ends the sessions first, so that the user cannot claim again. Until the release, `released` has the expected
  // numbers.
  const ended = await markEnded(userId, reason, null, held);
  const released = await releaseAssignments(by, userId, stepNote);
  if (released.join() !== held.join())
    await sql`update session set released = ${released}::text[] where id = any(${ended}::bigint[])`.execute(db);
  await endBeside(userId);
}

/**
 * @returns ids of the ended sessions
 */
async function markEnded(
  userId: string,
  reason: EndReason,
  except: string | null,
  released: string[] | null,
): Promise<string[]> {
  const ended = await db.returning(sql<{ id: string }>`
    update session set ended_at = now(), end_reason = ${reason}, released = ${released}::text[]
    where user_id = ${userId} and ended_at is null and (${except}::bigint is null or id <> ${except}::bigint)
    returning id::text`);
  return ended.map(({ id }) => id);
}

/** Runs the session cleanup of a user; then live streams end. */
async function endBeside(userId: string): Promise<void> {
  for (const { extension: part } of await extensionsOf('sessionCleanup')) await part.end(userId);
  wake.publish('session');
}

/** Returns which of these sessions are over. */
export async function endedAmong(sessionIds: string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db.rows(sql<{ id: string }>`
    select s.id::text from session s join "user" u on u.id = s.user_id
    where s.id = any(${sessionIds}::bigint[]) and s.ended_at is null and s.expires_at > now()
      and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())`);
  const alive = new Set(rows.map((row) => row.id));
  return new Set(sessionIds.filter((id) => !alive.has(id)));
}
