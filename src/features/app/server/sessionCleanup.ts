import { sql } from 'kysely';
import type { SessionCleanup } from '#server/auth/session.ts';
import { db } from '#server/db/db.ts';

/** Ends what applications hold for a user: tokens, and codes and tickets that could become tokens or sessions. */
const sessionCleanup: SessionCleanup = {
  async end(userId) {
    await sql`update app_token set revoked_at = now() where user_id = ${userId} and revoked_at is null`.execute(db);
    await sql`update app_code set used_at = now() where user_id = ${userId} and used_at is null`.execute(db);
    await sql`update app_ticket set used_at = now() where user_id = ${userId} and used_at is null`.execute(db);
  },
  async expiredUsers() {
    const rows = await db.rows(sql<{ id: string }>`
      select distinct u.id::text from "user" u join app_token t on t.user_id = u.id and t.revoked_at is null and t.expires_at > now()
      where u.expires_at <= now() and u.deleted_at is null`);
    return rows.map(({ id }) => id);
  },
};
export default sessionCleanup;
