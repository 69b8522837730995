import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { lanes } from '#server/ingest/startIngest.ts';

/**
 * Says that messages of devices are being taken here. After a gap on all nodes they are taken anew since now: what devices
 * would have said meanwhile is nobody's silence.
 */
export async function beat(): Promise<void> {
  if (!lanes()) return;
  await sql`
    insert into equipment_heartbeat as h (up_since, beaten_at) values (now(), now())
    on conflict (id) do update set beaten_at = now(),
      up_since = case when h.beaten_at < now() - interval '30 seconds' then now() else h.up_since end`.execute(db);
}
