import { sql } from 'kysely';
import { sharedChange } from '#devices/thingsboard/sharedChange.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { connectedOverMqtt, writeMqtt } from '#server/ingest/downlink.ts';

interface Change {
  id: string;
  /** Device or gateway with the connection, and the child's name behind a gateway. */
  via: string;
  child: string | null;
  shared: Record<string, unknown>;
}

/** Sends changes of shared attributes to the devices connected to this node, each once; forgets old ones. */
export async function sendChanges(): Promise<void> {
  const ids = connectedOverMqtt();
  const changes = await db.returning(sql<Change>`
    with taken as (
      select c.id, h.via, case when h.via <> c.equipment_id then substr(i.number, length(h.via || '/') + 1) end as child
      from device_attribute_change c join equipment e on e.id = c.equipment_id
      cross join lateral (
        select e.id as via where e.id = any(${bigints(ids)}) union all select e.gateway_id where e.gateway_id = any(${bigints(ids)}) limit 1) h
      left join equipment_identifier i on i.equipment_id = e.id and i.protocol = 'thingsboard' and starts_with(i.number, h.via || '/')
      for update of c skip locked)
    delete from device_attribute_change c using taken t where c.id = t.id
    returning c.id::text, t.via::text, t.child, c.shared`);
  for (const { via, child, shared } of changes.sort((a, b) => Number(BigInt(a.id) - BigInt(b.id))))
    writeMqtt(via, ({ name }) => (name === 'thingsboard' ? sharedChange(shared, child) : null));
  await sql`delete from device_attribute_change where at < now() - interval '1 minute'`.execute(db);
}
