import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { plainAddress, rangeOf } from '#server/core/addressRange.ts';
import { db } from '#server/db/db.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';

/** Tries for one account from one address before that pair is locked, and for how long (domain.md 6.29). */
const maxFailures = 5;
const lockMinutes = 15;
/** Tries from one address, whatever account and captcha they name, before the address is locked. */
const maxPerAddress = 60;
/** Wrong passwords for an account from anywhere before every further try is slowed, and by how many ms at most. */
const slowFrom = 10;
const slowest = 3000;
/** Pictures that one address is drawn in a minute by this node: a whole shift behind one gate logs in at once. */
const canDrawCaptcha = rateLimiter(120, 60_000);

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url');
}

/** Where somebody is: a subscriber has a whole network of IPv6 addresses. */
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
  /** Tries so many minutes after the last one begin anew. */
  window: number;
  /** Of the account that it belongs to, if any. */
  account?: string;
}

/**
 * Counts a try before it is judged, in one statement: of a hundred at once no more get through than one after the other. The
 * last one that is allowed locks at once; a right one takes the lock away again.
 * @returns minutes until the next try; 0 when this one may be judged
 */
async function countTry({ key, most, window, account }: Limit): Promise<number> {
  const windowOver = sql`g.last_at < now() - make_interval(mins => ${window})`;
  const counted = await sql`
    insert into login_guard as g (key, failures, account_key) values (${key}, 1, ${account ? accountKey(account) : null})
    on conflict (key) do update set failures = case when ${windowOver} then 1 else g.failures + 1 end, last_at = now(), account_key = excluded.account_key,
      locked_until = case when not (${windowOver}) and g.failures + 1 >= ${most} then now() + make_interval(mins => ${lockMinutes}) end
    where g.locked_until is null or g.locked_until <= now()`.execute(db);
  return (counted.numAffectedRows ?? 0n) > 0n ? 0 : Math.max(1, await minutesOf(key));
}

async function minutesOf(key: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from login_guard where key = ${key} and locked_until > now()`.execute(
    db,
  );
  return rows[0]?.minutes ?? 0;
}

/** Takes one counted try back, and with it the lock that it may have set. */
async function uncount(key: string): Promise<void> {
  await sql`update login_guard set failures = greatest(failures - 1, 0), locked_until = null where key = ${key}`.execute(
    db,
  );
}

/** Counts a try from the address; minutes until it may try again, 0 when it may now. */
export function countAddressAttempt(ip: string): Promise<number> {
  return countTry({ key: addressKey(ip), most: maxPerAddress, window: lockMinutes });
}

/** Minutes until the pair of account and address may try again; 0 when it may now. */
export function lockedMinutes(account: string, ip: string): Promise<number> {
  return minutesOf(pairKey(account, ip));
}

/** Counts a try of the account from the address; minutes until they may try again, 0 when they may now. */
export function countPairAttempt(account: string, ip: string): Promise<number> {
  return countTry({ key: pairKey(account, ip), most: maxFailures, window: lockMinutes, account });
}

/** What was tried was right so far: neither the pair nor the address nor the account has failed. */
export async function uncountAttempt(account: string, ip: string): Promise<void> {
  await uncount(pairKey(account, ip));
  await uncount(addressKey(ip));
  await uncount(accountKey(account));
}

/** Whether the address may be drawn one more captcha now; this one counts. */
export function canRequestCaptcha(ip: string): boolean {
  return canDrawCaptcha(placeOf(ip));
}

/**
 * Counts a try of the account from anywhere and then makes it wait, before it is judged: of many at once each waits for its own
 * number. Others are only slowed, so that nobody can lock an operator out.
 */
export async function delayAttempt(account: string): Promise<void> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_guard (key, failures) values (${accountKey(account)}, 1)
    on conflict (key) do update set failures = case when login_guard.last_at < now() - interval '1 hour' then 1 else login_guard.failures + 1 end, last_at = now()
    returning failures`.execute(db);
  const over = (rows[0]?.failures ?? 0) - slowFrom;
  if (over > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(slowest, 125 * 2 ** Math.min(over, 5))));
}

/** A right login forgets the wrong ones of this pair; of the address and of the account from anywhere it is only not one. */
export async function clearFailures(account: string, ip: string): Promise<void> {
  await sql`delete from login_guard where key = ${pairKey(account, ip)}`.execute(db);
  await uncount(addressKey(ip));
  await uncount(accountKey(account));
}

/** Forgets every wrong login of the account, from wherever it came. */
export async function unlockAccount(account: string): Promise<void> {
  await sql`delete from login_guard where account_key = ${accountKey(account)} or key = ${accountKey(account)}`.execute(
    db,
  );
}

/** Which of the accounts are locked now for some address, for their second step or within a session. */
export async function lockedAccounts(accounts: readonly string[]): Promise<Set<string>> {
  if (accounts.length === 0) return new Set();
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]));
  const { rows } = await sql<{ key: string }>`
    select distinct account_key as key from login_guard
    where account_key = any(${`{${[...byKey.keys()].map((key) => JSON.stringify(key)).join(',')}}`}::text[]) and locked_until > now()`.execute(
    db,
  );
  return new Set(rows.map((row) => byKey.get(row.key) ?? ''));
}

/**
 * What is proven beside the password of a login: its second step, and what is asked for again within a session. Wrong
 * ones of one account from anywhere within an hour before that proof is locked: the password or the session is had then.
 */
const maxWrong = { code: 10, again: 5 } as const;
export type Proof = keyof typeof maxWrong;

function proofKey(account: string, proof: Proof): string {
  return keyOf(proof, account.toLowerCase());
}

/** Counts a try of the proof; minutes until the account may try again, 0 when this one may be judged. */
export function countProofAttempt(account: string, proof: Proof): Promise<number> {
  return countTry({ key: proofKey(account, proof), most: maxWrong[proof], window: 60, account });
}

/** A try that could not be judged was none. */
export function uncountProofAttempt(account: string, proof: Proof): Promise<void> {
  return uncount(proofKey(account, proof));
}

/** A right proof forgets the wrong ones. */
export async function clearProofFailures(account: string, proof: Proof): Promise<void> {
  await sql`delete from login_guard where key = ${proofKey(account, proof)}`.execute(db);
}
