import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';

/** Wrong passwords for one account from one address before that pair is locked, and for how long (domain.md 6.29). */
const mostFailures = 5;
const lockMinutes = 15;
/** Wrong passwords for an account from anywhere before every further try is slowed, and by how many ms at most. */
const slowFrom = 10;
const slowest = 3000;

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url');
}

export function pairKey(account: string, ip: string): string {
  return keyOf('pair', account.toLowerCase(), ip);
}

function accountKey(account: string): string {
  return keyOf('account', account.toLowerCase());
}

/** Minutes until the pair of account and address may try again; 0 when it may now. */
export async function lockedMinutes(account: string, ip: string): Promise<number> {
  const found = await db.execute<{ minutes: number }>(sql`
    select ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from login_guard where key = ${pairKey(account, ip)} and locked_until > now()`);
  return found.rows[0]?.minutes ?? 0;
}

/** Notes a wrong login. Other addresses are only slowed, so that nobody can lock an operator out; the wait in ms is answered. */
export async function noteFailure(account: string, ip: string): Promise<number> {
  await db.execute(sql`
    insert into login_guard (key, failures, account_key) values (${pairKey(account, ip)}, 1, ${accountKey(account)})
    on conflict (key) do update set
      failures = case when login_guard.last_at < now() - make_interval(mins => ${lockMinutes}) then 1 else login_guard.failures + 1 end, last_at = now(),
      account_key = excluded.account_key, locked_until = case when login_guard.last_at >= now() - make_interval(mins => ${lockMinutes}) and login_guard.failures + 1 >= ${mostFailures}
        then now() + make_interval(mins => ${lockMinutes}) else login_guard.locked_until end`);
  const found = await db.execute<{ failures: number }>(sql`
    insert into login_guard (key, failures) values (${accountKey(account)}, 1)
    on conflict (key) do update set failures = case when login_guard.last_at < now() - interval '1 hour' then 1 else login_guard.failures + 1 end, last_at = now()
    returning failures`);
  const over = (found.rows[0]?.failures ?? 0) - slowFrom;
  return over < 0 ? 0 : Math.min(slowest, 250 * 2 ** Math.min(over, 4));
}

/** A right login forgets the wrong ones of this pair. */
export async function forgetFailures(account: string, ip: string): Promise<void> {
  await db.execute(sql`delete from login_guard where key = ${pairKey(account, ip)}`);
}

/** Forgets every wrong login of the account, from wherever it came. */
export async function unlockAccount(account: string): Promise<void> {
  await db.execute(
    sql`delete from login_guard where account_key = ${accountKey(account)} or key = ${accountKey(account)}`,
  );
}

/** Which of the accounts are locked now for some address, for their second step or within a session. */
export async function lockedAmong(accounts: readonly string[]): Promise<Set<string>> {
  if (accounts.length === 0) return new Set();
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]));
  const found = await db.execute<{ key: string }>(sql`
    select distinct account_key as key from login_guard
    where account_key = any(${`{${[...byKey.keys()].map((key) => JSON.stringify(key)).join(',')}}`}::text[]) and locked_until > now()`);
  return new Set(found.rows.map((row) => byKey.get(row.key) ?? ''));
}

/**
 * What is proven beside the password of a login: its second step, and what is asked for again within a session. Wrong
 * ones of one account from anywhere within an hour before that proof is locked: the password or the session is had then.
 */
const mostWrong = { code: 10, again: 5 } as const;
export type Proof = keyof typeof mostWrong;

function proofKey(account: string, proof: Proof): string {
  return keyOf(proof, account.toLowerCase());
}

/** Minutes until the account may try the proof again; 0 when it may now. */
export async function proofLockedMinutes(account: string, proof: Proof): Promise<number> {
  const found = await db.execute<{ minutes: number }>(sql`
    select ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from login_guard where key = ${proofKey(account, proof)} and locked_until > now()`);
  return found.rows[0]?.minutes ?? 0;
}

/** Notes a wrong proof. */
export async function noteWrongProof(account: string, proof: Proof): Promise<void> {
  await db.execute(sql`
    insert into login_guard (key, failures, account_key) values (${proofKey(account, proof)}, 1, ${accountKey(account)})
    on conflict (key) do update set failures = case when login_guard.last_at < now() - interval '1 hour' then 1 else login_guard.failures + 1 end, last_at = now(),
      locked_until = case when login_guard.last_at >= now() - interval '1 hour' and login_guard.failures + 1 >= ${mostWrong[proof]}
        then now() + make_interval(mins => ${lockMinutes}) else login_guard.locked_until end`);
}

/** A right proof forgets the wrong ones. */
export async function forgetWrongProofs(account: string, proof: Proof): Promise<void> {
  await db.execute(sql`delete from login_guard where key = ${proofKey(account, proof)}`);
}
