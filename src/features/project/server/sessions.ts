import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Minutes that every session gets after a limit was lowered. */
const grace = 15;

/** Maximum hours of a login; the shortest among a user's projects applies. */
export interface SessionHours {
  seatSessionHours: number;
  sessionHours: number;
}

/**
 * Shortens the sessions of the project's users after a limit was lowered; a higher limit applies from the next login
 * on.
 */
export async function shortenSessions(tx: Db, projectId: string, hours: SessionHours): Promise<void> {
  const limit = sql`case when s.seat then ${hours.seatSessionHours}::int else ${hours.sessionHours}::int end`;
  const end = sql`greatest(now() + make_interval(mins => ${grace}), s.created_at + make_interval(hours => ${limit}))`;
  await sql`
    update session s set ends_at = ${end}, expires_at = least(s.expires_at, ${end}) from "user" u
    where u.id = s.user_id and s.ended_at is null and s.expires_at > now() and s.ends_at > ${end}
      and (u.project_ids is null or ${projectId} = any(u.project_ids))`.execute(tx);
}
