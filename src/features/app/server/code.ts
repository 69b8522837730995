import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type appApi, explicitConsentScopes } from '#features/app/contract.ts';
import { enterVouched } from '#features/login/server/service.ts';
import { usableProjects } from '#features/project/server/service.ts';
import { countLinkAttempt, invalidLink } from '#server/auth/linkThrottle.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { type AppScope, appScopes } from '#shared/appScope.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { enabledApp, isTicketSign, type StoredApp, signCode } from './client.ts';

type Api = typeof appApi;

/** Validity of a code, seconds; a code works once. */
const codeSeconds = 60;
const ticketToleranceSeconds = 300;

/** Returns the enabled application if the redirect address is exactly a registered one; else 400. */
async function partyOf(appid: string, redirectUri: string): Promise<StoredApp> {
  const row = await enabledApp(appid);
  if (!row) throw new Problem(400, '没有这个应用，或它已停用');
  if (!row.grants.includes('authorization_code')) throw new Problem(400, '这个应用不用于人员登录');
  if (!row.redirectUris.includes(redirectUri)) throw new Problem(400, '返回地址没有登记在这个应用名下');
  return row;
}

/** Returns name, picture and scopes for the login page; rejects what the later calls would reject. */
export async function getAppInfo(
  _viewer: Viewer,
  input: InputOf<Api['getAppInfo']>,
): Promise<OutputOf<Api['getAppInfo']>> {
  const { name, logoFileId, scopes } = await partyOf(input.appid, input.redirectUri);
  return { name, logoFileId, scopes: scopes.filter(isScope) };
}

const isScope = (scope: string): scope is AppScope => scope in appScopes;

/** Returns whether an application needs no consent: it is trusted, and has no scope that requires explicit consent. */
function isTrusted({ autoApprove, scopes }: StoredApp): boolean {
  return autoApprove && !scopes.filter(isScope).some((scope) => explicitConsentScopes.includes(scope));
}

/** Returns whether the user need not consent to the application any more. */
export async function getConsent(viewer: Viewer, { appid }: InputOf<Api['getConsent']>): Promise<{ given: boolean }> {
  const row = await enabledApp(appid);
  if (!row) return { given: false };
  const rows = await db.rows(sql`
    select 1 from app_consent where app_id = ${row.id} and user_id = ${viewer.userId} and not trusted and scopes @> ${texts(row.scopes)}`);
  return { given: isTrusted(row) || rows.length > 0 };
}

/** Stores the user's consent, or that trust replaced it; an explicit consent is not overwritten by trust. */
async function saveConsent(tx: Db, viewer: Viewer, row: StoredApp): Promise<void> {
  await sql`
    insert into app_consent as c (user_id, app_id, scopes, trusted)
    values (${viewer.userId}, ${row.id}, ${texts(row.scopes)}, ${isTrusted(row)})
    on conflict (user_id, app_id) do update set scopes = excluded.scopes, trusted = excluded.trusted, at = now()
    where (c.trusted and (not excluded.trusted or c.scopes <> excluded.scopes))
      or (not excluded.trusted and not c.scopes @> excluded.scopes)`.execute(tx);
}

/** Returns whether the user's projects include one of the application's; null means all projects. */
async function canUse(viewer: Viewer, row: StoredApp): Promise<boolean> {
  const ownProjects = await usableProjects(viewer);
  return row.projectIds === null || ownProjects === null || row.projectIds.some((id) => ownProjects.includes(id));
}

/** Returns a code for the user, signed with the application's secret. */
export async function getUserCode(
  viewer: Viewer,
  input: InputOf<Api['getUserCode']>,
): Promise<OutputOf<Api['getUserCode']>> {
  const row = await partyOf(input.appid, input.redirect_uri);
  if (!(await canUse(viewer, row))) throw new Problem(403, `你没有登录「${row.name}」的权限`);
  const code = randomBytes(32).toString('base64url');
  const challenge = input.code_challenge ?? null;
  // RFC 7636 reads a missing method as `plain`, which anyone who sees the request can answer.
  if (challenge !== null && input.code_challenge_method !== 'S256')
    throw invalidField('code_challenge_method', 'code_challenge_method 须为 S256');
  await command(viewer, async ({ tx }) => {
    await sql`
      insert into app_code (code_hash, app_id, user_id, redirect_uri, challenge, challenge_method, session_ends_at, expires_at)
      values (${secretHash(code)}, ${row.id}, ${viewer.userId}, ${input.redirect_uri}, ${challenge},
        ${challenge === null ? null : 'S256'}, (select ends_at from session where id = ${viewer.sessionId}::bigint), now() + make_interval(secs => ${codeSeconds}))`.execute(
      tx,
    );
    await saveConsent(tx, viewer, row);
  });
  return { code, sign: signCode(row, code, input.state ?? '') };
}

/**
 * Turns a ticket of an application's server into a session of its user: signed, fresh, once. 403 for a user with a
 * second factor, who must log in.
 */
export async function openTicket(
  viewer: Viewer,
  input: InputOf<Api['openTicket']>,
  info: RequestInfo,
): Promise<OutputOf<Api['openTicket']>> {
  countLinkAttempt(info.ip);
  const row = await enabledApp(input.appid);
  const inTime = Math.abs(Date.now() / 1000 - Number(input.ts)) <= ticketToleranceSeconds;
  if (!row || !inTime || !isTicketSign(row, input.ticket, input.ts, input.sign)) throw invalidLink();
  const [appTicket] = await db.returning(sql<{ user_id: string }>`
    update app_ticket t set used_at = now() from "user" u
    where t.ticket_hash = ${secretHash(input.ticket)} and t.app_id = ${row.id} and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())
    returning t.user_id::text`);
  const userId = appTicket?.user_id;
  if (!userId) throw invalidLink();
  return enterVouched(userId, viewer, info);
}
