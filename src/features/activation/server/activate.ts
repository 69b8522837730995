import { sql } from 'kysely';
import type { activationApi } from '#features/activation/contract.ts';
import { weakness } from '#features/user/server/service.ts';
import { countLinkAttempt, invalidLink } from '#server/auth/linkThrottle.ts';
import { unlockAccount } from '#server/auth/loginThrottle.ts';
import { hashPassword } from '#server/auth/password.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField, type Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof activationApi;

interface ActivatedUser {
  id: string;
  account: string;
  name: string;
}

/** Returns the user of a valid link: the account is enabled and unused, and got no password since. Locks both rows. */
async function userOfToken(tx: Db, token: string): Promise<ActivatedUser | undefined> {
  return tx.row(sql<ActivatedUser>`
    select u.id::text, u.account, u.name from user_activation a join "user" u on u.id = a.user_id
    where a.token_hash = ${secretHash(token)} and a.expires_at > now() and u.deleted_at is null and u.status = 'enabled'
      and (u.expires_at is null or u.expires_at > now()) and u.last_login_at is null
      and (u.password_changed_at is null or u.password_changed_at < a.created_at) for update of a, u`);
}

/**
 * Returns the error for every invalid link, and counts it. Valid links do not count, so that a whole team can activate
 * from one address.
 */
function badLinkProblem(ip: string): Problem {
  countLinkAttempt(ip);
  return invalidLink();
}

/** Returns the account of a link. 400 for an invalid link; 429 beyond 20 invalid ones per address and minute. */
export async function getActivation(
  _viewer: Viewer,
  { token }: InputOf<Api['getActivation']>,
  { ip }: RequestInfo,
): Promise<OutputOf<Api['getActivation']>> {
  const user = await userOfToken(db, token);
  if (!user) throw badLinkProblem(ip);
  return { account: user.account, name: user.name };
}

/**
 * Sets the first password and deletes the link; the user then logs in. Errors as in `getActivation`, and 400 for a weak
 * password.
 */
export async function activateUser(
  viewer: Viewer,
  { token, password }: InputOf<Api['activateUser']>,
  { ip }: RequestInfo,
): Promise<null> {
  const user = await userOfToken(db, token);
  if (!user) throw badLinkProblem(ip);
  const weak = weakness(password, user);
  if (weak) throw invalidField('password', weak);
  const hash = await hashPassword(password);
  await command({ userId: user.id, traceId: viewer.traceId }, async ({ tx }) => {
    if (!(await userOfToken(tx, token))) throw badLinkProblem(ip);
    await tx.deleteFrom('userActivation').where('userId', '=', user.id).execute();
    await tx
      .updateTable('user')
      .set({
        passwordHash: hash,
        passwordChangedAt: now,
        mustChangePassword: false,
        updatedAt: now,
        updatedBy: user.id,
      })
      .where('id', '=', user.id)
      .execute();
  });
  await unlockAccount(user.account);
  return null;
}
