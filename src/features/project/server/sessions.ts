import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Nobody is sent to the login at once by a setting, minutes. */
const grace = 15;

/** Hours that a login lasts at most; the shortest of a person's projects counts. */
export interface SessionHours {
  seatSessionHours: number;
  sessionHours: number;
}

/** After a limit was lowered the people of the project end with it; a higher one counts from their next login on. */
export async function shortenSessions(tx: Db, projectId: string, hours: SessionHours): Promise<void> {
  const limit = sql`case when s.seat then ${hours.seatSessionHours}::int else ${hours.sessionHours}::int end`;
  const end = sql`greatest(now() + make_interval(mins => ${grace}), s.created_at + make_interval(hours => ${limit}))`;
  await sql`
    update session s set ends_at = ${end}, expires_at = least(s.expires_at, ${end}) from "user" u
    where u.id = s.user_id and s.ended_at is null and s.expires_at > now() and s.ends_at > ${end}
      and (u.project_ids is null or ${projectId} = any(u.project_ids))`.execute(tx);
}
