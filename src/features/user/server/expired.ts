import { sql } from 'kysely';
import { expiredWithLeftovers, sendOff } from '#server/auth/session.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';

interface Expired {
  id: string;
  name: string;
}

/**
 * Ends sessions, tokens of apps and assignments of accounts that have expired; returns their number. The sessions are
 * refused from the moment of expiry on.
 */
export async function endExpired(): Promise<number> {
  const rows = await db.rows(sql<Expired>`
    select u.id::text, u.name from "user" u where u.expires_at <= now() and u.deleted_at is null and (
      exists (select 1 from session s where s.user_id = u.id and s.ended_at is null)
      or u.id = ${any(await expiredWithLeftovers())})`);
  for (const { id, name } of rows) await sendOff(system(), id, 'expired', `${name} 的账号已到期，自动释放`);
  return rows.length;
}
