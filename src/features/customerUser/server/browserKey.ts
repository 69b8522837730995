import { sql } from 'kysely';
import { type AccessKeys, newAccessKey } from '#server/auth/accessKey.ts';
import { type Db, db } from '#server/db/db.ts';
import { maskName } from '#shared/mask.ts';

/** Days after the last use until a browser's key ends, and browsers per customer user (domain.md 6.2). */
const lifeDays = 90;
const maxBrowsers = 5;

const lifeEnd = sql`now() + make_interval(days => ${lifeDays})`;

/**
 * Gives a browser of the customer user a key, in the caller's transaction; the sixth takes the place of the one unused
 * longest. Returns the key; only its hash is stored.
 */
export async function addBrowserKey(tx: Db, customerUserId: string, browser: string): Promise<string> {
  const { key, hash } = newAccessKey();
  // One at a time, so that parallel calls leave five.
  await sql`select 1 from customer_user where id = ${customerUserId} for update`.execute(tx);
  await sql`
    insert into customer_user_session (customer_user_id, key_hash, browser, expires_at)
    values (${customerUserId}, ${hash}, ${browser.slice(0, 300)}, ${lifeEnd})`.execute(tx);
  await sql`
    update customer_user_session set ended_at = now() where id in (
      select id from customer_user_session where customer_user_id = ${customerUserId} and ended_at is null
      order by expires_at > now() desc, last_at desc, id desc offset ${maxBrowsers})`.execute(tx);
  return key;
}

/** Ends the browsers of a customer user, all or these; returns their count. */
export async function endBrowserKeys(tx: Db, customerUserId: string, sessionIds?: readonly string[]): Promise<number> {
  return tx.affected(sql`
    update customer_user_session set ended_at = now() where customer_user_id = ${customerUserId} and ended_at is null
      and (${sessionIds === undefined} or id = any(${`{${(sessionIds ?? []).join(',')}}`}::bigint[]))`);
}

interface Row {
  key_id: string;
  id: string;
  name: string;
  stale: boolean;
}

const keys: AccessKeys = {
  kind: 'family',
  async bearerOf(hash) {
    const row = await db.row(sql<Row>`
      select s.id::text as key_id, u.id::text, u.name, s.last_at < now() - interval '1 minute' as stale
      from customer_user_session s join customer_user u on u.id = s.customer_user_id
      where s.key_hash = ${hash} and s.ended_at is null and s.expires_at > now() and u.status = 'enabled'`);
    if (!row) return null;
    if (row.stale)
      await sql`
        update customer_user_session set last_at = now(), expires_at = ${lifeEnd} where id = ${row.key_id} and ended_at is null`.execute(
        db,
      );
    return { keyId: row.key_id, id: row.id, account: `family:${row.id}`, name: maskName(row.name) };
  },
};
export default keys;
