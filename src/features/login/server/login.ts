import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { hasDemo } from '#features/department/server/service.ts';
import type { loginApi } from '#features/login/contract.ts';
import { publicFace } from '#features/project/server/service.ts';
import { totpOf } from '#features/user/server/service.ts';
import { writeLoginLog } from '#server/auth/loginLog.ts';
import {
  canRequestCaptcha,
  clearFailures,
  countAddressAttempt,
  countPairAttempt,
  delayAttempt,
  lockedMinutes,
  uncountAttempt,
} from '#server/auth/loginThrottle.ts';
import { verifyPassword } from '#server/auth/password.ts';
import { endSession, refreshSession, startSession } from '#server/auth/session.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { config } from '#server/core/runtime.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { releaseAfterLogout } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { whyNotReady } from '#server/http/health.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { consumeCaptcha, newCaptcha } from './captcha.ts';
import { consumeTicket, newTicket } from './ticket.ts';

type Api = typeof loginApi;

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Returns a captcha, or `required: false` if captchas are off; 429 for an address with too many requests. */
export async function getCaptcha(
  _viewer: Viewer,
  _input: InputOf<Api['getCaptcha']>,
  info: RequestInfo,
): Promise<OutputOf<Api['getCaptcha']>> {
  if (!config().captcha) return { captchaId: '', image: '', required: false };
  if (!canRequestCaptcha(info.ip)) throw new Problem(429, '取验证码太频繁，请一分钟后再试');
  return { ...(await newCaptcha()), required: true };
}

/** Returns the texts of the login page. */
export async function getServiceInfo(): Promise<OutputOf<Api['getServiceInfo']>> {
  const face = await publicFace();
  return {
    name: face?.name ?? '居家养老监护平台',
    version,
    phone: face?.hotline ?? null,
    help: face?.help ?? '忘记密码请联系管理员重置。',
    demo: await hasDemo(),
    healthy: (await whyNotReady()) === null,
  };
}

/**
 * Checks captcha, account and password. Unknown account and wrong password give one message. Five failures from an
 * address lock the account for that address for 15 minutes; sixty failures of any account or captcha lock the address.
 * Attempts count before they are checked. With a second factor returns a ticket for it.
 */
export async function accountLogin(
  viewer: Viewer,
  input: InputOf<Api['accountLogin']>,
  info: RequestInfo,
): Promise<OutputOf<Api['accountLogin']>> {
  const account = input.account.trim();
  refuseFor((await lockedMinutes(account, info.ip)) || (await countAddressAttempt(info.ip)));
  if (config().captcha && !(await consumeCaptcha(input.captchaId ?? '', input.captcha ?? '')))
    throw invalidField('captcha', '验证码不正确或已过期', 'captcha');
  refuseFor(await countPairAttempt(account, info.ip));
  await delayAttempt(account);
  const user = await db.row(sql<{ id: string; hash: string; kept: 'disabled' | 'expired' | null }>`
    select id::text, password_hash as hash, case when status <> 'enabled' then 'disabled' when expires_at <= now() then 'expired' end as kept
    from "user" where lower(account) = lower(${account}) and deleted_at is null`);
  const matches = await verifyPassword(user?.hash ?? null, input.password);
  if (!user || !matches || user.kept) {
    await writeLoginLog(
      account,
      user?.id ?? null,
      'failure',
      !user ? 'account' : matches ? user.kept : 'password',
      viewer,
      info,
    );
    throw new Problem(400, '账号或密码不正确', {
      errors: [{ field: 'password', rule: 'login', msg: '账号或密码不正确' }],
    });
  }
  if (await totpOf(user.id)) {
    await uncountAttempt(account, info.ip);
    return { ticket: await newTicket(user.id, info.ip) };
  }
  return enter(account, user.id, viewer, info);
}

/**
 * @throws Problem 429 while an account or address is locked for this number of minutes
 */
function refuseFor(minutes: number): void {
  if (minutes > 0) throw new Problem(429, `连续输错密码，请 ${minutes} 分钟后再试`);
}

/**
 * Logs in a user vouched for by a trusted application instead of a password. 403 for a user with a second factor, who
 * must log in.
 */
export async function enterVouched(userId: string, viewer: Viewer, info: RequestInfo) {
  const row = await db.selectFrom('user').select('account').where('id', '=', userId).executeTakeFirst();
  const account = row?.account ?? '';
  if (await totpOf(userId)) {
    await writeLoginLog(account, userId, 'failure', 'vouched', viewer, info);
    throw new Problem(403, '你已开启两步登录，请用账号和密码登录');
  }
  return begin(account, userId, viewer, info);
}

/** Starts the session after a successful login, and clears earlier failures. */
async function enter(account: string, userId: string, viewer: Viewer, info: RequestInfo) {
  await clearFailures(account, info.ip);
  return begin(account, userId, viewer, info);
}

/** Starts the session and writes the login log. */
async function begin(account: string, userId: string, viewer: Viewer, info: RequestInfo) {
  await command({ userId, traceId: viewer.traceId }, ({ tx }) =>
    tx.updateTable('user').set({ lastLoginAt: now, lastLoginIp: info.ip }).where('id', '=', userId).execute(),
  );
  await writeLoginLog(account, userId, 'success', null, viewer, info);
  return startSession(userId, info.ip, info.agent);
}

/**
 * Verifies the second factor: the ticket of a correct password, from its address within five minutes, with an
 * authenticator or recovery code. Five wrong codes end the ticket; they also count as login failures.
 */
export async function verifyTotp(
  viewer: Viewer,
  input: InputOf<Api['verifyTotp']>,
  info: RequestInfo,
): Promise<OutputOf<Api['verifyTotp']>> {
  const outcome = await consumeTicket(input.ticket, info.ip, input.code);
  if (outcome.accepted) return enter(outcome.account, outcome.userId, viewer, info);
  if (outcome.userId !== null) await writeLoginLog(outcome.account, outcome.userId, 'failure', 'totp', viewer, info);
  throw new Problem(outcome.status, outcome.msg, {
    errors: [{ field: outcome.userId === null ? 'ticket' : 'code', rule: 'totp', msg: outcome.msg }],
  });
}

export async function validateToken(viewer: Viewer): Promise<OutputOf<Api['validateToken']>> {
  return refreshSession(viewer);
}

/** Ends the session; releases the user's open work to others. */
export async function userLogout(viewer: Viewer): Promise<null> {
  if (viewer.sessionId) await endSession(viewer.sessionId, 'logout');
  await releaseAfterLogout(viewer);
  return null;
}
