import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { publicPictures } from '#features/file/server/service.ts';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { tokenOf } from '#server/http/endpointRoute.ts';
import { shownLogo } from './logo.ts';
import { type AppBearer, answerRevocation, answerTokenRequest, bearerOf } from './token.ts';

const limited = { config: { rateLimit: { max: 300, timeWindow: 60_000 } } };
const documented = (summary: string) => ({ schema: { summary, tags: ['oauth2'], 'x-permission': 'public' as const } });

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply
    .status(status)
    .header('WWW-Authenticate', `Bearer error="${error}"`)
    .send({ error, error_description: description });
}

/** Returns the bearer if it has the scope; else sends the refusal and returns null. */
async function bearerWith(request: FastifyRequest, reply: FastifyReply, scope: string): Promise<AppBearer | null> {
  const bearer = await bearerOf(tokenOf(request) ?? '');
  if (bearer?.scopes.includes(scope)) return bearer;
  if (bearer) refuse(reply, 403, 'insufficient_scope', `the token lacks the scope ${scope}`);
  else refuse(reply, 401, 'invalid_token', 'the token is unknown, revoked or expired');
  return null;
}

interface UserInfo {
  account: string;
  name: string;
  mobile: string | null;
  department_id: string;
  department: string;
}

async function userInfoOf(userId: string): Promise<UserInfo | null> {
  const row = await db.row(sql<UserInfo>`
    select u.account, u.name, u.mobile, u.department_id::text, d.name as department from "user" u join department d on d.id = u.department_id
    where u.id = ${userId} and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())`);
  return row ?? null;
}

const logos = publicPictures({
  path: '/api/oauth2/getAppLogo',
  summary: '登录页上的应用标志',
  tag: 'oauth2',
  find: shownLogo,
});

/**
 * Registers `POST /api/oauth2/token`, `POST /api/oauth2/revoke`, `GET /api/oauth2/userinfo`, `POST /api/oauth2/ticket`:
 * plain OAuth JSON, no envelope.
 */
const http: HttpHandlers = (app) => {
  logos(app);

  app.post('/api/oauth2/token', { ...limited, ...documented('换取令牌') }, async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, unknown>;
    const { status, body } = await answerTokenRequest(form);
    return reply.status(status).header('Cache-Control', 'no-store').send(body);
  });

  app.post('/api/oauth2/revoke', { ...limited, ...documented('作废令牌') }, async (request, reply) => {
    const { status, body } = await answerRevocation((request.body ?? {}) as Record<string, unknown>);
    return reply.status(status).header('Cache-Control', 'no-store').send(body);
  });

  app.get('/api/oauth2/userinfo', documented('令牌所属的人'), async (request, reply) => {
    const bearer = await bearerWith(request, reply, 'profile');
    if (!bearer) return reply;
    const user = bearer.userId ? await userInfoOf(bearer.userId) : null;
    if (!bearer.userId || !user) return refuse(reply, 401, 'invalid_token', 'the token belongs to nobody');
    return {
      sub: bearer.userId,
      account: user.account,
      name: user.name,
      departmentId: user.department_id,
      departmentName: user.department,
      ...(bearer.scopes.includes('mobile') ? { mobile: user.mobile } : {}),
    };
  });

  app.post('/api/oauth2/ticket', { ...limited, ...documented('取进入安好的票') }, async (request, reply) => {
    const bearer = await bearerWith(request, reply, 'sso');
    if (!bearer) return reply;
    const account = (request.body as { account?: unknown } | null)?.account;
    const ticket = randomBytes(32).toString('base64url');
    const count = await db.affected(sql`
      insert into app_ticket (ticket_hash, app_id, user_id, expires_at)
      select ${secretHash(ticket)}, ${bearer.appId}, u.id, now() + interval '60 seconds' from "user" u
      where lower(u.account) = lower(${typeof account === 'string' ? account.slice(0, 50) : ''}) and u.deleted_at is null and u.status = 'enabled'
        and (u.expires_at is null or u.expires_at > now())
        and exists (select 1 from app_consent c where c.user_id = u.id and c.app_id = ${bearer.appId} and not c.trusted and 'sso' = any(c.scopes))`);
    if (count === 0) return refuse(reply, 403, 'access_denied', 'no such person has authorised this application');
    return { ticket, expires_in: 60 };
  });
};
export default http;
