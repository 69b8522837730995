import { sql } from 'kysely';
import { clockTolerance } from '#devices/json/signature.ts';
import { db } from './db.ts';

/** Stores a nonce of a sender (`<source>` of pushes or `voice:<channel>`); false if it was used before. */
export async function isFirstUse(sender: string, nonce: string): Promise<boolean> {
  const count = await db.affected(
    sql`insert into push_nonce (source, nonce) values (${sender}, ${nonce}) on conflict do nothing`,
  );
  return count > 0;
}

/** Deletes a nonce: its message was not stored and may be sent again. */
export async function deleteNonce(sender: string, nonce: string): Promise<void> {
  await db.deleteFrom('pushNonce').where('source', '=', sender).where('nonce', '=', nonce).execute();
}

/** Deletes nonces older than three times the clock tolerance: their time is no longer accepted. */
export async function trimNonces(): Promise<void> {
  await sql`delete from push_nonce where at < now() - make_interval(secs => ${(clockTolerance / 1000) * 3})`.execute(
    db,
  );
}
