import { sql } from 'kysely';
import { type Db, db, onPool } from '#server/db/db.ts';
import { instants, int4s, int8s, texts } from '#server/db/pgBinary.ts';
import type { ChildNote } from '#server/ingest/gateway/deviceLogin.ts';
import type { NoteStore } from '#server/ingest/gateway/gatewayNotes.ts';

/** Days that the signs of life of a gateway are kept. */
const keptDays = 30;

/** Records the connection of a gateway over MQTT; null: it has ended. */
export function noteLink(gatewayId: string, address: string | null): Promise<void> {
  const way = address === null ? null : 'mqtt';
  return onPool('direct', async () => {
    await sql`
      insert into gateway_link (gateway_id, way, since, address)
      select g.id, ${way}, case when ${way}::text is not null then now() end, ${address} from gateway g where g.id = ${gatewayId}
      on conflict (gateway_id) do update set way = excluded.way, since = excluded.since, address = coalesce(excluded.address, gateway_link.address),
        scan_until = case when excluded.way is not null then gateway_link.scan_until end`.execute(db);
  });
}

/** Ends the links of gateways that fell silent: over HTTP nothing else ends them, and a stopped server leaves those over MQTT. */
export async function endLinks(tx: Db): Promise<void> {
  await sql`
    update gateway_link l set way = null, since = null, scan_until = null from device_state s
    where s.device_id = l.gateway_id and l.way is not null and not s.online`.execute(tx);
}

const noteChildren: NoteStore['noteChildren'] = (notes) => onPool('direct', () => writeChildren(notes));

async function writeChildren(notes: readonly ChildNote[]): Promise<void> {
  const of = <T>(value: (note: ChildNote) => T) => notes.map(value);
  await sql`
    update gateway_child c set last_seen_at = coalesce(greatest(c.last_seen_at, n.at), c.last_seen_at),
      counter = coalesce(n.counter, c.counter), received = c.received + n.received, lost = c.lost + n.lost
    from unnest(${int8s(of(({ gatewayId }) => gatewayId))}::bigint[], ${texts(of(({ number }) => number))}::text[], ${instants(of(({ at }) => at))}::timestamptz[],
      ${int8s(of(({ counter }) => (counter === null ? null : String(counter))))}::bigint[], ${int4s(of(({ received }) => received))}::int[], ${int4s(of(({ lost }) => lost))}::int[])
      as n (gateway_id, number, at, counter, received, lost)
    where c.gateway_id = n.gateway_id and c.number = n.number`.execute(db);
}

const noteBeats: NoteStore['noteBeats'] = (beats, at) =>
  onPool('direct', async () => {
    await sql`
      insert into gateway_beat (gateway_id, at, beats)
      select g.id, ${new Date(at).toISOString()}::timestamptz, n.beats
      from unnest(${int8s(beats.map(({ gatewayId }) => gatewayId))}::bigint[], ${int4s(beats.map((one) => one.beats))}::int[]) as n (id, beats) join gateway g on g.id = n.id
      on conflict (gateway_id, at) do update set beats = gateway_beat.beats + excluded.beats`.execute(db);
    await sql`delete from gateway_beat where at < now() - make_interval(days => ${keptDays})`.execute(db);
  });

export const noteStore: NoteStore = { noteChildren, noteBeats };
