import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { decrypt } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import type { App } from '#server/db/tables.ts';

export type StoredApp = Selectable<App>;

/** The enabled application of an appid; null when there is none. */
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

/** The present secret, and the one before while it is still good. */
function secretsOf(row: StoredApp): string[] {
  const overlap = row.previousCipher && row.previousUntil && Date.parse(row.previousUntil) > Date.now();
  return [decrypt(row.secretCipher), ...(overlap && row.previousCipher ? [decrypt(row.previousCipher)] : [])];
}

function equalsInConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [actual, expected].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** Whether this is a secret of the application, in constant time. */
export function isSecret(row: StoredApp, secret: string): boolean {
  return secretsOf(row).filter((stored) => equalsInConstantTime(secret, stored)).length > 0;
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** names.md: HMAC-SHA256 hex over raw values, in this order, by which the application tells a forged callback. */
export function signCode(row: StoredApp, code: string, state: string): string {
  return hmac(decrypt(row.secretCipher), `appid=${row.appid}&code=${code}&state=${state}`);
}

/** Whether the application itself signed the ticket that a browser brings. */
export function isTicketSign(row: StoredApp, ticket: string, ts: string, sign: string): boolean {
  const text = `appid=${row.appid}&ticket=${ticket}&ts=${ts}`;
  return secretsOf(row).some((secret) => equalsInConstantTime(sign, hmac(secret, text)));
}
