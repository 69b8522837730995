import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { listeners } from '#server/live/stream.ts';
import { sweepSeats } from './state.ts';

/** Records presence of all users with a live stream on this node. */
export async function recordPresence(): Promise<void> {
  const users = [...listeners()].filter((id) => id !== '0');
  if (users.length === 0) return;
  await sql`
    insert into presence (user_id, seen_at) select u, now() from unnest(${users}::bigint[]) as u
    on conflict (user_id) do update set seen_at = now()`.execute(db);
}

/** Records new arrivals at once and emits seat events for them. */
export async function recordArrival(): Promise<void> {
  await recordPresence();
  await sweepSeats();
}
