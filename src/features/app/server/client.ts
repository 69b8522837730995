import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { decrypt } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import type { App } from '#server/db/tables.ts';

export type StoredApp = Selectable<App>;

/** Returns the enabled application of an appid; null if there is none. */
export async function enabledApp(appid: string): Promise<StoredApp | null> {
  const row = await db
    .selectFrom('app')
    .selectAll()
    .where('appid', '=', appid)
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the current secret, and the former one while it is valid. */
function secretsOf(row: StoredApp): string[] {
  const overlap = row.previousCipher && row.previousUntil && Date.parse(row.previousUntil) > Date.now();
  return [decrypt(row.secretCipher), ...(overlap && row.previousCipher ? [decrypt(row.previousCipher)] : [])];
}

function equalsInConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [actual, expected].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** Returns whether the text is a secret of the application; compares in constant time. */
export function isSecret(row: StoredApp, secret: string): boolean {
  return secretsOf(row).filter((stored) => equalsInConstantTime(secret, stored)).length > 0;
}

/** Returns when the secret ends: the former one with its overlap, the current one never (null). */
export function secretEnd(row: StoredApp, secret: string): string | null {
  return equalsInConstantTime(secret, decrypt(row.secretCipher)) ? null : row.previousUntil;
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/**
 * Signs the callback by names.md: HMAC-SHA256 hex over raw values in this order. The application detects a forged
 * callback by it.
 */
export function signCode(row: StoredApp, code: string, state: string): string {
  return hmac(decrypt(row.secretCipher), `appid=${row.appid}&code=${code}&state=${state}`);
}

/** Returns whether the application signed the ticket that a browser sends. */
export function isTicketSign(row: StoredApp, ticket: string, ts: string, sign: string): boolean {
  const text = `appid=${row.appid}&ticket=${ticket}&ts=${ts}`;
  return secretsOf(row).some((secret) => equalsInConstantTime(sign, hmac(secret, text)));
}
