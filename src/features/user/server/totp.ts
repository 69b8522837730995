import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import type { TOTP } from 'otpauth';
import type { userApi } from '#features/user/contract.ts';
import { command } from '#server/command.ts';
import { decrypt, encrypt, secretHash } from '#server/crypto.ts';
import { type Db, db } from '#server/db.ts';
import { checkPassword } from '#server/password.ts';
import { invalidField, Problem } from '#server/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof userApi;

/** RFC 6238 as every authenticator understands it: SHA-1, six digits, 30 s; one step of drift on either side. */
const period = 30;
const drift = 1;
const recoveryCodes = 10;

/** Loaded with the first person who logs in with two steps. */
const load = createRequire(import.meta.url);

function otpauth(): typeof import('otpauth') {
  return load('otpauth') as typeof import('otpauth');
}

function totpWith(secret: string, account: string): TOTP {
  return new (otpauth().TOTP)({ issuer: '安好', label: account, algorithm: 'SHA1', digits: 6, period, secret });
}

/** The 30-second step to which the code belongs, null when it fits none near `at` (ms since 1970). */
export function stepOf(secret: string, code: string, at: number): number | null {
  const delta = totpWith(secret, '').validate({ token: code, timestamp: at, window: drift });
  return delta === null ? null : otpauth().TOTP.counter({ period, timestamp: at }) + delta;
}

/** Since when the person logs in with two steps and how many recovery codes are left; null when not at all. */
export async function totpOf(userId: string): Promise<{ since: string; recoveryCodes: number } | null> {
  const found = await db.execute<{ since: string; left: number }>(sql`
    select confirmed_at as since, (select count(*)::int from user_recovery_code c where c.user_id = t.user_id and c.used_at is null) as left
    from user_totp t where user_id = ${userId} and confirmed_at is not null`);
  const row = found.rows[0];
  return row ? { since: new Date(row.since).toISOString(), recoveryCodes: row.left } : null;
}

/** A new secret, not asked for until a code has proven it. Refused while two steps are on. */
export async function addUserTotp(viewer: Viewer): Promise<OutputOf<Api['addUserTotp']>> {
  const secret = new (otpauth().Secret)({ size: 20 }).base32;
  await command(viewer, async ({ tx }) => {
    const made = await tx.execute(sql`
      insert into user_totp (user_id, secret_cipher) values (${viewer.userId}, ${encrypt(secret)})
      on conflict (user_id) do update set secret_cipher = excluded.secret_cipher, last_step = 0, created_at = now()
      where user_totp.confirmed_at is null`);
    if ((made.rowCount ?? 0) === 0) throw new Problem(400, '两步登录已开启，要换验证器请先关闭');
  });
  return { secret, uri: totpWith(secret, viewer.account).toString() };
}

/** Ten signs that cannot be mistaken for one another, 49 bits: `abcde-fghjk`. */
function newRecoveryCode(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(10)].map((byte) => signs[byte % signs.length]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

function recoveryHash(code: string): Buffer {
  return secretHash(code.toLowerCase().replace(/[\s-]/g, ''));
}

/** Turns two steps on with a right code; the recovery codes are answered once and kept as hashes. */
export async function confirmUserTotp(
  viewer: Viewer,
  { code }: InputOf<Api['confirmUserTotp']>,
): Promise<OutputOf<Api['confirmUserTotp']>> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await command(viewer, async ({ tx }) => {
    const found = await tx.execute<{ cipher: string }>(
      sql`select secret_cipher as cipher from user_totp where user_id = ${viewer.userId} and confirmed_at is null for update`,
    );
    const row = found.rows[0];
    if (!row) throw new Problem(400, '请先扫描二维码');
    const step = stepOf(decrypt(row.cipher), code, Date.now());
    if (step === null) throw invalidField('code', '验证码不正确，请核对手机时间', 'totp');
    await tx.execute(
      sql`update user_totp set confirmed_at = now(), last_step = ${step} where user_id = ${viewer.userId}`,
    );
    await tx.execute(sql`delete from user_recovery_code where user_id = ${viewer.userId}`);
    for (const one of codes)
      await tx.execute(
        sql`insert into user_recovery_code (user_id, secret_hash) values (${viewer.userId}, ${recoveryHash(one)})`,
      );
  });
  return { recoveryCodes: codes };
}

/** Turns two steps off; the password proves that it is the person and not an unwatched screen. */
export async function deleteUserTotp(viewer: Viewer, { password }: InputOf<Api['deleteUserTotp']>): Promise<null> {
  const found = await db.execute<{ hash: string }>(
    sql`select password_hash as hash from "user" where id = ${viewer.userId}`,
  );
  if (!(await checkPassword(found.rows[0]?.hash ?? null, password))) throw invalidField('password', '密码不正确');
  await command(viewer, async ({ tx }) => {
    await tx.execute(sql`delete from user_recovery_code where user_id = ${viewer.userId}`);
    await tx.execute(sql`delete from user_totp where user_id = ${viewer.userId}`);
  });
  return null;
}

/** Takes a code of the authenticator or a recovery code; each is good once, also when two ask at the same moment. */
export async function takeSecondStep(tx: Db, userId: string, code: string): Promise<boolean> {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) {
    const used = await tx.execute(sql`
      update user_recovery_code set used_at = now() where user_id = ${userId} and secret_hash = ${recoveryHash(typed)} and used_at is null`);
    return (used.rowCount ?? 0) > 0;
  }
  const found = await tx.execute<{ cipher: string }>(
    sql`select secret_cipher as cipher from user_totp where user_id = ${userId} and confirmed_at is not null`,
  );
  const row = found.rows[0];
  const step = row ? stepOf(decrypt(row.cipher), typed, Date.now()) : null;
  if (step === null) return false;
  const taken = await tx.execute(
    sql`update user_totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
  );
  return (taken.rowCount ?? 0) > 0;
}
