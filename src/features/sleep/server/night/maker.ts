import { sql } from 'kysely';
import type { DecodedNight } from '#devices/json/pushNight.ts';
import type { Db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';

/** Summary of a night by the maker of a device. */
export interface MakerSummary {
  deviceId: string;
  night: DecodedNight;
}

/** Writes summaries of nights in the transaction that stores their messages, and marks the nights as stale; a later one of the same beginning replaces it. */
export async function writeMakerNights(tx: Db, summaries: readonly MakerSummary[]): Promise<void> {
  if (summaries.length === 0) return;
  const byKey = new Map(
    summaries.map(({ deviceId, night }) => [`${deviceId} ${night.from}`, { device_id: deviceId, ...night }]),
  );
  const rows = JSON.stringify([...byKey.values()]);
  await sql`
    insert into sleep_maker_night (device_id, from_at, to_at, awake, light, deep, rem, sol, awakenings, long_awakenings, exits, rollovers, events, score)
    select v.device_id, v.from, v.to, v.awake, v.light, v.deep, v.rem, v.sol, v.awakenings, v."longAwakenings", v.exits, v.rollovers, v.events, v.score
    from jsonb_to_recordset(${rows}::jsonb) as v (device_id bigint, "from" timestamptz, "to" timestamptz, awake int, light int, deep int, rem int, sol int,
      awakenings int, "longAwakenings" int, exits int, rollovers int, events int, score float8)
    order by v.device_id, v.from
    on conflict (device_id, from_at) do update set to_at = excluded.to_at, awake = excluded.awake, light = excluded.light, deep = excluded.deep, rem = excluded.rem,
      sol = excluded.sol, awakenings = excluded.awakenings, long_awakenings = excluded.long_awakenings, exits = excluded.exits, rollovers = excluded.rollovers, events = excluded.events, score = excluded.score, received_at = now()`.execute(
    tx,
  );
  await sql`
    insert into sleep_stale (device_id, night, due_at)
    select d.device, d.night, (d.night::timestamp + interval '5 hours') at time zone d.zone from (
      select distinct v.device_id as device, z.zone, ((v.to at time zone z.zone) + interval '12 hours')::date as night
      from jsonb_to_recordset(${rows}::jsonb) as v (device_id bigint, "to" timestamptz) join equipment e on e.id = v.device_id
      cross join lateral (select ${zoneOf(sql`e.project_id`)} as zone) z) d
    where not exists (select 1 from sleep_stale s where s.device_id = d.device and s.night = d.night and s.taken_at is null)`.execute(
    tx,
  );
}
