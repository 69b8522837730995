import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { plainAddress, rangeOf } from '#server/core/addressRange.ts';
import { db } from '#server/db/db.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';

/** Attempts per account + address before the pair is locked, and the lock duration (domain.md 6.29). */
const maxFailures = 5;
const lockMinutes = 15;
/** Attempts per address, for any account and captcha, before the address is locked. */
const maxPerAddress = 60;
/** Wrong passwords per account from anywhere before each attempt is delayed, and the maximum delay in ms. */
const slowFrom = 10;
const slowest = 3000;
/** Captchas per address and minute on this node: a whole shift behind one gateway logs in at once. */
const canDrawCaptcha = rateLimiter(120, 60_000);

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url');
}

/** Returns the address, for IPv6 its network: a subscriber has a whole network. */
function placeOf(ip: string): string {
  const plain = plainAddress(ip);
  return isIPv6(plain) ? (rangeOf(plain) ?? plain) : plain;
}

function pairKey(account: string, ip: string): string {
  return keyOf('pair', account.toLowerCase(), placeOf(ip));
}

function addressKey(ip: string): string {
  return keyOf('address', placeOf(ip));
}

function accountKey(account: string): string {
  return keyOf('account', account.toLowerCase());
}

interface Limit {
  key: string;
  most: number;
  /** Minutes after the last attempt until the count restarts. */
  window: number;
  /** Account of the key, if any. */
  account?: string;
}

/**
 * Counts an attempt before it is verified, in one statement: parallel attempts cannot exceed the limit. The last
 * allowed attempt locks at once; a success unlocks.
 * @returns minutes until the next attempt; 0 if this one is allowed
 */
async function countTry({ key, most, window, account }: Limit): Promise<number> {
  const windowOver = sql`g.last_at < now() - make_interval(mins => ${window})`;
  const count = await db.affected(sql`
    insert into login_guard as g (key, failures, account_key) values (${key}, 1, ${account ? accountKey(account) : null})
    on conflict (key) do update set failures = case when ${windowOver} then 1 else g.failures + 1 end, last_at = now(), account_key = excluded.account_key,
      locked_until = case when not (${windowOver}) and g.failures + 1 >= ${most} then now() + make_interval(mins => ${lockMinutes}) end
    where g.locked_until is null or g.locked_until <= now()`);
  return count > 0 ? 0 : Math.max(1, await minutesOf(key));
}

async function minutesOf(key: string): Promise<number> {
  const row = await db.row(sql<{ minutes: number }>`
    select ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from login_guard where key = ${key} and locked_until > now()`);
  return row?.minutes ?? 0;
}

/** Uncounts an attempt and removes the lock it may have set. */
async function uncount(key: string): Promise<void> {
  await sql`update login_guard set failures = greatest(failures - 1, 0), locked_until = null where key = ${key}`.execute(
    db,
  );
}

/** Counts an attempt of the address; returns minutes until the next attempt, 0 if allowed. */
export function countAddressAttempt(ip: string): Promise<number> {
  return countTry({ key: addressKey(ip), most: maxPerAddress, window: lockMinutes });
}

/** Returns minutes until account + address may try again; 0 if allowed. */
export function lockedMinutes(account: string, ip: string): Promise<number> {
  return minutesOf(pairKey(account, ip));
}

/** Counts an attempt of account + address; returns minutes until the next attempt, 0 if allowed. */
export function countPairAttempt(account: string, ip: string): Promise<number> {
  return countTry({ key: pairKey(account, ip), most: maxFailures, window: lockMinutes, account });
}

/** Uncounts an attempt that was correct so far, for the pair, the address and the account. */
export async function uncountAttempt(account: string, ip: string): Promise<void> {
  await uncount(pairKey(account, ip));
  await uncount(addressKey(ip));
  await uncount(accountKey(account));
}

/** Counts a captcha of the address; returns whether it is allowed. */
export function canRequestCaptcha(ip: string): boolean {
  return canDrawCaptcha(placeOf(ip));
}

/**
 * Counts an attempt of the account from anywhere and delays it before it is verified: parallel attempts each wait by
 * their number. Only delays, so that no attacker can lock an operator out.
 */
export async function delayAttempt(account: string): Promise<void> {
  const [row] = await db.returning(sql<{ failures: number }>`
    insert into login_guard (key, failures) values (${accountKey(account)}, 1)
    on conflict (key) do update set failures = case when login_guard.last_at < now() - interval '1 hour' then 1 else login_guard.failures + 1 end, last_at = now()
    returning failures`);
  const over = (row?.failures ?? 0) - slowFrom;
  if (over > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(slowest, 125 * 2 ** Math.min(over, 5))));
}

/**
 * A successful login clears the failures of this account + address; for the address alone and the account alone it only
 * uncounts this attempt.
 */
export async function clearFailures(account: string, ip: string): Promise<void> {
  await db.deleteFrom('loginGuard').where('key', '=', pairKey(account, ip)).execute();
  await uncount(addressKey(ip));
  await uncount(accountKey(account));
}

/** Clears every failure of the account, from any address. */
export async function unlockAccount(account: string): Promise<void> {
  await sql`delete from login_guard where account_key = ${accountKey(account)} or key = ${accountKey(account)}`.execute(
    db,
  );
}

/** Returns the accounts that are locked now, from any address, at the second step or at reauthentication. */
export async function lockedAccounts(accounts: readonly string[]): Promise<Set<string>> {
  if (accounts.length === 0) return new Set();
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]));
  const rows = await db.rows(sql<{ key: string }>`
    select distinct account_key as key from login_guard
    where account_key = any(${`{${[...byKey.keys()].map((key) => JSON.stringify(key)).join(',')}}`}::text[]) and locked_until > now()`);
  return new Set(rows.map((row) => byKey.get(row.key) ?? ''));
}

/**
 * Wrong proofs per account and hour before that proof is locked, from anywhere: `code` second step of the login,
 * `again` reauthentication in a session. The attacker already has the password or the session.
 */
const maxWrong = { code: 10, again: 5 } as const;
export type Proof = keyof typeof maxWrong;

function proofKey(account: string, proof: Proof): string {
  return keyOf(proof, account.toLowerCase());
}

/** Counts an attempt of the proof; returns minutes until the next attempt, 0 if allowed. */
export function countProofAttempt(account: string, proof: Proof): Promise<number> {
  return countTry({ key: proofKey(account, proof), most: maxWrong[proof], window: 60, account });
}

/** Uncounts an attempt that could not be verified. */
export function uncountProofAttempt(account: string, proof: Proof): Promise<void> {
  return uncount(proofKey(account, proof));
}

/** Clears the failures of the proof after a correct one. */
export async function clearProofFailures(account: string, proof: Proof): Promise<void> {
  await db.deleteFrom('loginGuard').where('key', '=', proofKey(account, proof)).execute();
}
