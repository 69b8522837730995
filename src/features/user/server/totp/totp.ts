import { createRequire } from 'node:module';
import { sql } from 'kysely';
import type { TOTP } from 'otpauth';
import { decrypt, secretHash } from '#server/core/crypto.ts';
import { type Db, db } from '#server/db/db.ts';

/** RFC 6238 as every authenticator understands it: SHA-1, six digits, 30 s; one step of drift on either side. */
const period = 30;
const drift = 1;

/** Loaded for the first user who logs in with two steps. */
const load = createRequire(import.meta.url);

function otpauth(): typeof import('otpauth') {
  return load('otpauth') as typeof import('otpauth');
}

/** Returns the object that makes and validates the codes of a secret. */
export function totpWith(secret: string, account: string): TOTP {
  return new (otpauth().TOTP)({ issuer: '安好', label: account, algorithm: 'SHA1', digits: 6, period, secret });
}

/** Returns 160 random bits as base32 (RFC 4226, 4). */
export function newSecret(): string {
  return new (otpauth().Secret)({ size: 20 }).base32;
}

/** Returns the 30-second step of the code, null when it matches none near `instant` (ms since 1970). */
export function stepOf(secret: string, code: string, instant: number): number | null {
  const delta = totpWith(secret, '').validate({ token: code, timestamp: instant, window: drift });
  return delta === null ? null : otpauth().TOTP.counter({ period, timestamp: instant }) + delta;
}

/** Returns when two-step login was turned on and the number of recovery codes left; null when it is off. */
export async function totpOf(userId: string): Promise<{ since: string; recoveryCodes: number } | null> {
  const row = await db.row(sql<{ since: string; left: number }>`
    select confirmed_at as since, (select count(*)::int from user_recovery_code c where c.user_id = t.user_id and c.used_at is null) as left
    from user_totp t where user_id = ${userId} and confirmed_at is not null`);
  return row ? { since: row.since, recoveryCodes: row.left } : null;
}

/** Turns two-step login off; the next login needs only the password. */
export async function deleteTotp(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('userRecoveryCode').where('userId', '=', userId).execute();
  await tx.deleteFrom('userTotp').where('userId', '=', userId).execute();
}

/** Returns the stored hash of a recovery code, independent of its spelling. */
export function recoveryHash(code: string): Buffer {
  return secretHash(code.toLowerCase().replace(/[\s-]/g, ''));
}

/** Consumes a code of the authenticator or a recovery code; each is valid once, also for concurrent requests. */
export async function consumeSecondFactor(tx: Db, userId: string, code: string): Promise<boolean> {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) {
    const count = await tx.affected(sql`
      update user_recovery_code set used_at = now() where user_id = ${userId} and secret_hash = ${recoveryHash(typed)} and used_at is null`);
    return count > 0;
  }
  const row = await tx
    .selectFrom('userTotp')
    .select('secretCipher as cipher')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  const step = row ? stepOf(decrypt(row.cipher), typed, Date.now()) : null;
  if (step === null) return false;
  const changed = await tx.affected(
    sql`update user_totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
  );
  return changed > 0;
}
