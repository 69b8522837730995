import { sql } from 'kysely';
import type { SessionCleanup } from '#server/auth/session.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';

/** Ends what applications hold for a user: tokens, and codes and tickets that could become tokens or sessions. */
const sessionCleanup: SessionCleanup = {
  async end(userId) {
    await db
      .updateTable('appToken')
      .set({ revokedAt: now })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .execute();
    await db
      .updateTable('appCode')
      .set({ usedAt: now })
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute();
    await db
      .updateTable('appTicket')
      .set({ usedAt: now })
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute();
  },
  async expiredUsers() {
    const rows = await db.rows(sql<{ id: string }>`
      select distinct u.id::text from "user" u join app_token t on t.user_id = u.id and t.revoked_at is null and t.expires_at > now()
      where u.expires_at <= now() and u.deleted_at is null`);
    return rows.map(({ id }) => id);
  },
};
export default sessionCleanup;
