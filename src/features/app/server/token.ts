import { randomBytes } from 'node:crypto';
import type OAuth2Server from '@node-oauth/oauth2-server';
import { sql } from 'kysely';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { enabledApp, isSecret, type StoredApp, secretEnd } from './client.ts';

interface AppClient extends OAuth2Server.Client {
  row: StoredApp;
  /** End of the secret that the application has proved itself by; null: none. */
  until: string | null;
}

function clientOf(row: StoredApp, until: string | null = null): AppClient {
  return {
    id: row.appid,
    grants: row.grants,
    redirectUris: row.redirectUris,
    accessTokenLifetime: row.tokenMinutes * 60,
    row,
    until,
  };
}

/** Revokes tokens of a code that is used again: they may have been stolen (RFC 6749 4.1.2). */
async function revokeMadeFrom(codeHash: Buffer): Promise<void> {
  await db
    .updateTable('appToken')
    .set({ revokedAt: now })
    .where('codeHash', '=', codeHash)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Limits a token to `until`: the end of the login that granted it, for an application's own token of its secret. */
function earlier(at: Date, until: unknown): Date {
  const end = typeof until === 'string' ? Date.parse(until) : Number.POSITIVE_INFINITY;
  return end < at.getTime() ? new Date(end) : at;
}

const model = {
  async getClient(appid: string, secret: string | null) {
    const row = await enabledApp(appid);
    return row && secret && isSecret(row, secret) ? clientOf(row, secretEnd(row, secret)) : false;
  },
  async getAuthorizationCode(code: string) {
    const hash = secretHash(code);
    const stored = await db.selectFrom('appCode').selectAll().where('codeHash', '=', hash).executeTakeFirst();
    const row = stored && (await db.selectFrom('app').selectAll().where('id', '=', stored.appId).executeTakeFirst());
    if (!row) return false;
    if (stored.usedAt !== null) {
      await revokeMadeFrom(hash);
      return false;
    }
    return {
      authorizationCode: code,
      expiresAt: new Date(stored.expiresAt),
      redirectUri: stored.redirectUri,
      scope: row.scopes,
      client: clientOf(row),
      user: { id: stored.userId, until: stored.sessionEndsAt },
      ...(stored.challenge
        ? { codeChallenge: stored.challenge, codeChallengeMethod: stored.challengeMethod ?? 'plain' }
        : {}),
    };
  },
  /** Marks a code as used; true only for the first of concurrent calls. */
  async revokeAuthorizationCode({ authorizationCode }: { authorizationCode: string }) {
    const hash = secretHash(authorizationCode);
    const used = await db
      .updateTable('appCode')
      .set({ usedAt: now })
      .where('codeHash', '=', hash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    return used.numUpdatedRows > 0n;
  },
  /** Stores the access token; drops the library's refresh token, which no grant here accepts. */
  async saveToken(
    { refreshToken: _unused, refreshTokenExpiresAt: _never, ...token }: OAuth2Server.Token,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ) {
    const { row } = client as AppClient;
    const personal = typeof user.id === 'string' ? user.id : null;
    const saved = { ...token, accessTokenExpiresAt: earlier(token.accessTokenExpiresAt ?? new Date(), user.until) };
    await db
      .insertInto('appToken')
      .values({
        tokenHash: secretHash(token.accessToken),
        appId: row.id,
        userId: personal,
        scopes: token.scope ?? [],
        codeHash: typeof token.authorizationCode === 'string' ? secretHash(token.authorizationCode) : null,
        createdAt: new Date().toISOString(),
        expiresAt: saved.accessTokenExpiresAt.toISOString(),
      })
      .execute();
    return { ...saved, client, user };
  },
  async getUserFromClient(client: OAuth2Server.Client) {
    return { app: client.id, until: (client as AppClient).until };
  },
  /** Returns the requested scopes if all are registered; without a request all registered ones. */
  async validateScope(_user: OAuth2Server.User, client: OAuth2Server.Client, scope?: string[]) {
    const { scopes } = (client as AppClient).row;
    if (!scope || scope.length === 0) return scopes;
    return scope.every((name) => scopes.includes(name)) ? scope : false;
  },
  async generateAccessToken() {
    return randomBytes(32).toString('base64url');
  },
  async getAccessToken() {
    return false as const;
  },
};

/** Loads the OAuth library on the first token request. */
async function loadOAuth() {
  const { default: OAuth } = await import('@node-oauth/oauth2-server');
  return { OAuth, server: new OAuth({ model: model as never, allowExtendedTokenAttributes: false }) };
}

let oauth: ReturnType<typeof loadOAuth> | undefined;

/** Renames the fields of names.md to the standard's names. */
function standardBody(form: Record<string, unknown>): Record<string, unknown> {
  const { appid, secret, ...rest } = form;
  return { client_id: appid, client_secret: secret, ...rest };
}

/** Returns the token endpoint's answer to a form: plain OAuth JSON and its status. */
export async function answerTokenRequest(form: Record<string, unknown>): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
  oauth ??= loadOAuth();
  const { OAuth, server } = await oauth;
  const request = new OAuth.Request({ method: 'POST', headers, query: {}, body: standardBody(form) });
  const response = new OAuth.Response({});
  try {
    await server.token(request, response);
    return { status: 200, body: response.body };
  } catch (error) {
    const { code, name, message } = error as OAuth2Server.OAuthError;
    if (!(error instanceof OAuth.OAuthError) || code >= 500) throw error;
    // The standard's description is ASCII; `msg` is the text for the user (domain.md 10.1).
    const shown = name === 'invalid_grant' ? { msg: '授权码已失效' } : {};
    return { status: code, body: { error: name, error_description: message, ...shown } };
  }
}

/**
 * Revokes a token (RFC 7009): 200 for the authenticated application even if the token is unknown; tokens of other
 * applications stay.
 */
export async function answerRevocation(form: Record<string, unknown>): Promise<{ status: number; body: unknown }> {
  const { client_id, client_secret, token } = standardBody(form);
  const row = typeof client_id === 'string' ? await enabledApp(client_id) : null;
  if (!row || typeof client_secret !== 'string' || !isSecret(row, client_secret))
    return { status: 401, body: { error: 'invalid_client', error_description: 'the application is unknown' } };
  if (typeof token !== 'string' || token === '')
    return { status: 400, body: { error: 'invalid_request', error_description: 'token is missing' } };
  await db
    .updateTable('appToken')
    .set({ revokedAt: now })
    .where('tokenHash', '=', secretHash(token))
    .where('appId', '=', row.id)
    .where('revokedAt', 'is', null)
    .execute();
  return { status: 200, body: {} };
}

export interface AppBearer {
  appId: string;
  appid: string;
  name: string;
  /** Null: the application itself. */
  userId: string | null;
  scopes: string[];
  /** Projects that are named on the application; null: all, only with a user. */
  projectIds: string[] | null;
}

/** Condition that the token's user can still log in, or that the application may still call on its own. */
const mayCall = sql<boolean>`case when t.user_id is null then 'client_credentials' = any(a.grants) else exists (select 1 from "user" u
  where u.id = t.user_id and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())) end`;

/** Projects that an application `a` reaches on its own: those named on it, none for none. */
export const namedProjects = sql<
  string[]
>`array(select p.id::text from project p where p.id = any(a.project_ids) and p.deleted_at is null)`;

/**
 * Returns the bearer of a token; null if the token is unknown, revoked or expired, or its application or user disabled.
 */
export async function bearerOf(token: string): Promise<AppBearer | null> {
  const bearer = await db
    .selectFrom('appToken as t')
    .innerJoin('app as a', 'a.id', 't.appId')
    .select(['a.id as appId', 'a.appid', 'a.name', 't.userId', 'a.projectIds', namedProjects.as('named')])
    // A scope that is taken from the application is taken from its tokens.
    .select(sql<string[]>`array(select s from unnest(t.scopes) s where s = any(a.scopes))`.as('scopes'))
    .where('t.tokenHash', '=', secretHash(token))
    .where('t.revokedAt', 'is', null)
    .where('t.expiresAt', '>', new Date().toISOString())
    .where('a.status', '=', 'enabled')
    .where('a.deletedAt', 'is', null)
    .where(mayCall)
    .executeTakeFirst();
  if (!bearer) return null;
  const { named, ...row } = bearer;
  return row.userId === null ? { ...row, projectIds: named } : row;
}

/** Deletes codes, tickets and tokens that expired over a day ago. */
export async function trimTokens(): Promise<void> {
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  for (const table of ['appCode', 'appTicket', 'appToken'] as const)
    await db.deleteFrom(table).where('expiresAt', '<', dayAgo).execute();
}
