import { isIP } from 'node:net';
import { sql } from 'kysely';
import { type AccessKeys, newAccessKey } from '#server/auth/accessKey.ts';
import { plainAddress } from '#server/core/addressRange.ts';
import { type Db, db } from '#server/db/db.ts';

/** Ends the key of a display, in the caller's transaction. */
export async function endDisplayKey(tx: Db, displayId: string): Promise<void> {
  await sql`update display_key set ended_at = now() where display_id = ${displayId} and ended_at is null`.execute(tx);
}

/** Replaces the key of a display, in the caller's transaction. Returns the new one; only its hash is stored. */
export async function resetDisplayKey(tx: Db, displayId: string): Promise<string> {
  const { key, hash } = newAccessKey();
  await sql`select 1 from display where id = ${displayId} for update`.execute(tx);
  await endDisplayKey(tx, displayId);
  await sql`insert into display_key (display_id, key_hash) values (${displayId}, ${hash})`.execute(tx);
  return key;
}

interface Row {
  key_id: string;
  id: string;
  name: string;
  stale: boolean;
}

const keys: AccessKeys = {
  kind: 'display',
  async bearerOf(hash, ip) {
    const address = isIP(plainAddress(ip)) ? plainAddress(ip) : null;
    const row = await db.row(sql<Row>`
      select k.id::text as key_id, d.id::text, d.name, coalesce(k.last_at < now() - interval '1 minute', true) as stale
      from display_key k join display d on d.id = k.display_id
      where k.key_hash = ${hash} and k.ended_at is null and d.status = 'enabled' and d.deleted_at is null
        and (d.until is null or d.until > now()) and (d.addresses = '{}' or ${address}::inet <<= any(d.addresses))`);
    if (!row) return null;
    if (row.stale) await sql`update display_key set last_at = now() where id = ${row.key_id}`.execute(db);
    return { keyId: row.key_id, id: row.id, account: `display:${row.id}`, name: row.name };
  },
};
export default keys;
