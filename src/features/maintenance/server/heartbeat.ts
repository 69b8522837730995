import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { lanes } from '#server/ingest/startIngest.ts';

/**
 * Records that this node receives device messages. After a gap on all nodes the uptime starts again, so that devices
 * that could not report during the gap are not offline.
 */
export async function beat(): Promise<void> {
  if (!lanes()) return;
  await sql`
    insert into equipment_heartbeat as h (up_since, beaten_at) values (now(), now())
    on conflict (id) do update set beaten_at = now(),
      up_since = case when h.beaten_at < now() - interval '30 seconds' then now() else h.up_since end`.execute(db);
}
