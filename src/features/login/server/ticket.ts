import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { consumeSecondFactor } from '#features/user/server/service.ts';
import { clearProofFailures, countPairAttempt, countProofAttempt, delayAttempt } from '#server/auth/loginThrottle.ts';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';

/** Maximum wrong codes per ticket; the validity of a ticket in minutes. */
const maxFailures = 5;
const lifeMinutes = 5;

/** Creates a ticket: proof of a correct password, for its address; only the hash is stored. */
export async function newTicket(userId: string, ip: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await sql`
    insert into login_ticket (token_hash, user_id, ip, expires_at)
    values (${secretHash(ticket)}, ${userId}, ${ip}, now() + make_interval(mins => ${lifeMinutes}))`.execute(db);
  return ticket;
}

interface Entered {
  accepted: true;
  userId: string;
  account: string;
}

interface Refused {
  accepted: false;
  /** Null: the ticket is invalid or expired, or attempts are locked now. */
  userId: string | null;
  account: string;
  status: number;
  msg: string;
}

const expired: Refused = { accepted: false, userId: null, account: '', status: 400, msg: '登录已过期，请重新输入密码' };

/** Checks a code for a ticket, after counting the attempt: a correct code or the fifth wrong one deletes the ticket. */
export async function consumeTicket(ticket: string, ip: string, code: string): Promise<Entered | Refused> {
  const hash = secretHash(ticket);
  const row = await db.row(sql<{ user_id: string; account: string }>`
    select u.id::text as user_id, u.account from login_ticket t join "user" u on u.id = t.user_id
    where t.token_hash = ${hash} and t.ip = ${ip} and t.expires_at > now()
      and u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())`);
  if (!row) return expired;
  const { user_id: userId, account } = row;
  const wait = (await countPairAttempt(account, ip)) || (await countProofAttempt(account, 'code'));
  if (wait > 0) return { ...expired, account, status: 429, msg: `连续输错验证码，请 ${wait} 分钟后再试` };
  await delayAttempt(account);
  const accepted = await command({ userId, traceId: 'login' }, async ({ tx }) => {
    // The lock makes concurrent attempts count one by one.
    const open = await tx
      .selectFrom('loginTicket')
      .select('userId')
      .where('tokenHash', '=', hash)
      .forUpdate()
      .execute();
    if (open.length === 0) return null;
    const fits = await consumeSecondFactor(tx, userId, code);
    if (fits) await tx.deleteFrom('loginTicket').where('tokenHash', '=', hash).execute();
    else
      await tx
        .updateTable('loginTicket')
        .set((ticket) => ({ failures: ticket('failures', '+', 1) }))
        .where('tokenHash', '=', hash)
        .execute();
    await tx.deleteFrom('loginTicket').where('tokenHash', '=', hash).where('failures', '>=', maxFailures).execute();
    return fits;
  });
  if (accepted === null) return expired;
  if (!accepted) return { accepted, userId, account, status: 400, msg: '验证码不正确或已用过' };
  await clearProofFailures(account, 'code');
  return { accepted, userId, account };
}
