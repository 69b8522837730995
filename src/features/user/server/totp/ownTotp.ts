import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { userApi } from '#features/user/contract.ts';
import { reauthenticate } from '#server/auth/reauthenticate.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { provePassword } from '../passwordProof.ts';
import { deleteTotp, newSecret, recoveryHash, stepOf, totpWith } from './totp.ts';

type Api = typeof userApi;

const recoveryCodes = 10;

/** Adds a new secret, used only after a code has proven it; needs the password. Refused while two-step login is on. */
export async function addUserTotp(
  viewer: Viewer,
  { password }: InputOf<Api['addUserTotp']>,
  info: RequestInfo,
): Promise<OutputOf<Api['addUserTotp']>> {
  await provePassword(viewer, info, password);
  const secret = newSecret();
  await command(viewer, async ({ tx }) => {
    const count = await tx.affected(sql`
      insert into user_totp (user_id, secret_cipher) values (${viewer.userId}, ${encrypt(secret)})
      on conflict (user_id) do update set secret_cipher = excluded.secret_cipher, last_step = 0, created_at = now()
      where user_totp.confirmed_at is null`);
    if (count === 0) throw new Problem(400, '两步登录已开启，要换验证器请先关闭');
  });
  return { secret, uri: totpWith(secret, viewer.account).toString() };
}

/** Returns ten characters that are not confused with one another, 49 bits: `abcde-fghjk`. */
function newRecoveryCode(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(10)].map((byte) => signs[byte % signs.length]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Turns two-step login on with a correct code; the recovery codes are answered once and stored as hashes. */
export async function confirmUserTotp(
  viewer: Viewer,
  { code }: InputOf<Api['confirmUserTotp']>,
  info: RequestInfo,
): Promise<OutputOf<Api['confirmUserTotp']>> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  if (!(await reauthenticate(viewer, info, 'code', () => turnOn(viewer, code, codes))))
    throw invalidField('code', '验证码不正确，请核对手机时间', 'totp');
  return { recoveryCodes: codes };
}

/** Turns it on in one transaction; false when the code is wrong, then nothing changes. */
function turnOn(viewer: Viewer, code: string, codes: readonly string[]): Promise<boolean> {
  return command(viewer, async ({ tx }) => {
    const row = await tx
      .selectFrom('userTotp')
      .select('secretCipher as cipher')
      .where('userId', '=', viewer.userId)
      .where('confirmedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Problem(400, '请先扫描二维码');
    const step = stepOf(decrypt(row.cipher), code, Date.now());
    if (step === null) return false;
    await tx
      .updateTable('userTotp')
      .set({ confirmedAt: now, lastStep: String(step) })
      .where('userId', '=', viewer.userId)
      .execute();
    await tx.deleteFrom('userRecoveryCode').where('userId', '=', viewer.userId).execute();
    const codeRows = codes.map((one) => ({ userId: viewer.userId, secretHash: recoveryHash(one) }));
    await tx.insertInto('userRecoveryCode').values(codeRows).execute();
    return true;
  });
}

/** Turns two-step login off; needs the password. */
export async function deleteUserTotp(
  viewer: Viewer,
  { password }: InputOf<Api['deleteUserTotp']>,
  info: RequestInfo,
): Promise<null> {
  await provePassword(viewer, info, password);
  await command(viewer, async ({ tx }) => {
    await deleteTotp(tx, viewer.userId);
  });
  return null;
}
