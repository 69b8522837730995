import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type AppScope, type appApi, appScopes } from '#features/app/contract.ts';
import { countTry, invalidLink } from '#features/open/server/service.ts';
import { usableProjects } from '#features/project/server/service.ts';
import { command } from '#server/command.ts';
import { secretHash } from '#server/crypto.ts';
import { db } from '#server/db.ts';
import type { RequestInfo } from '#server/handlers.ts';
import { Problem } from '#server/problem.ts';
import { startSession } from '#server/session.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { enabledApp, isTicketSign, type StoredApp, signCode } from './client.ts';

type Api = typeof appApi;

/** A code lives 60 s and works once. */
const codeSeconds = 60;
const ticketToleranceSeconds = 300;

/** The application, if it is enabled and the address is one of its registered ones, exactly. */
async function partyOf(appid: string, redirectUri: string): Promise<StoredApp> {
  const row = await enabledApp(appid);
  if (!row) throw new Problem(400, '没有这个应用，或它已停用');
  if (!row.redirectUris.includes(redirectUri)) throw new Problem(400, '返回地址没有登记在这个应用名下');
  return row;
}

/** Name and scopes for the login page; refuses what would be refused later anyway. */
export async function getAppInfo(
  _viewer: Viewer,
  input: InputOf<Api['getAppInfo']>,
): Promise<OutputOf<Api['getAppInfo']>> {
  const { name, scopes } = await partyOf(input.appid, input.redirectUri);
  return { name, scopes: scopes.filter(isScope) };
}

const isScope = (scope: string): scope is AppScope => scope in appScopes;

export async function getConsent(viewer: Viewer, { appid }: InputOf<Api['getConsent']>): Promise<{ given: boolean }> {
  const found = await db.execute(
    sql`select 1 from app_consent c join app a on a.id = c.app_id where a.appid = ${appid} and c.user_id = ${viewer.userId}`,
  );
  return { given: found.rows.length > 0 };
}

/** An application that belongs to projects is for the people of these projects. */
async function mayUse(viewer: Viewer, row: StoredApp): Promise<boolean> {
  const own = await usableProjects(viewer);
  return row.projectIds === null || own === null || row.projectIds.some((id) => own.includes(id));
}

/** Gives the application a code for this person, signed with the application's secret. */
export async function getUserCode(
  viewer: Viewer,
  input: InputOf<Api['getUserCode']>,
): Promise<OutputOf<Api['getUserCode']>> {
  const row = await partyOf(input.appid, input.redirect_uri);
  if (!(await mayUse(viewer, row))) throw new Problem(403, `你没有登录「${row.name}」的权限`);
  const code = randomBytes(32).toString('base64url');
  const challenge = input.code_challenge ?? null;
  await command(viewer, async ({ tx }) => {
    await tx.execute(sql`
      insert into app_code (code_hash, app_id, user_id, redirect_uri, challenge, challenge_method, expires_at)
      values (${secretHash(code)}, ${row.id}, ${viewer.userId}, ${input.redirect_uri}, ${challenge},
        ${challenge === null ? null : (input.code_challenge_method ?? 'plain')}, now() + make_interval(secs => ${codeSeconds}))`);
    await tx.execute(
      sql`insert into app_consent (user_id, app_id) values (${viewer.userId}, ${row.id}) on conflict do nothing`,
    );
  });
  return { code, sign: signCode(row, code, input.state ?? '') };
}

/** The ticket that an application's server was given becomes a session of its person: signed, fresh, once. */
export async function openTicket(
  _viewer: Viewer,
  input: InputOf<Api['openTicket']>,
  info: RequestInfo,
): Promise<OutputOf<Api['openTicket']>> {
  countTry(info.ip);
  const row = await enabledApp(input.appid);
  const fresh = Math.abs(Date.now() / 1000 - Number(input.ts)) <= ticketToleranceSeconds;
  if (!row || !fresh || !isTicketSign(row, input.ticket, input.ts, input.sign)) throw invalidLink();
  const found = await db.execute<{ user_id: string }>(sql`
    update app_ticket t set used_at = now() from "user" u
    where t.ticket_hash = ${secretHash(input.ticket)} and t.app_id = ${row.id} and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())
    returning t.user_id::text`);
  const userId = found.rows[0]?.user_id;
  if (!userId) throw invalidLink();
  return startSession(userId, info.ip, info.agent);
}
