import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { instants, int8s } from '#server/db/pgBinary.ts';
import { zoneOf } from '#server/db/zone.ts';
import { type NightDay, nightDay } from '#shared/health/night/day.ts';
import type { MakerNight } from '#shared/health/night/maker.ts';
import { joined, type Span } from '#shared/health/night/span.ts';
import { type Target, targetRows } from './target.ts';

/** Night of a device and person, with the time of the window in which the device was the person's. */
export interface Part extends Target {
  customerId: string;
  zone: string;
  day: NightDay;
  spans: Span[];
}

interface Bound {
  deviceId: string;
  night: string;
  zone: string;
  customerId: string;
  since: string;
  until: string | null;
}

/** Returns the parts of these nights, one a person who had the device in the window of the night. */
export async function partsOf(tx: Db, targets: readonly Target[]): Promise<Part[]> {
  const rows = await tx.rows(sql<Bound>`
    select t.device::text as "deviceId", t.night::text as night, ${zoneOf(sql`e.project_id`)} as zone,
      coalesce(c.merged_into, c.id)::text as "customerId", b.bound_at as since, b.unbound_at as until
    from ${targetRows(targets)} join equipment e on e.id = t.device
    join equipment_binding b on b.equipment_id = t.device and b.bound_at < t.night + interval '2 days' and (b.unbound_at is null or b.unbound_at > t.night - interval '2 days')
    join customer c on c.id = b.customer_id`);
  const parts = new Map<string, Part>();
  for (const { deviceId, night, zone, customerId, since, until } of rows) {
    const key = `${deviceId} ${night} ${customerId}`;
    const part = parts.get(key) ?? { deviceId, night, zone, customerId, day: nightDay(night, zone), spans: [] };
    const { whole } = part.day;
    const span = {
      from: Math.max(whole.from, Date.parse(since)),
      until: Math.min(whole.until, until === null ? whole.until : Date.parse(until)),
    };
    parts.set(key, { ...part, spans: joined([...part.spans, span]) });
  }
  return [...parts.values()].filter(({ spans }) => spans.length > 0);
}

/** Time of a device, with the index of its part. */
export interface Slot extends Span {
  part: number;
  deviceId: string;
}

/** Returns slots as a table `s (part, source, since, until)`. */
export const slotRows = (slots: readonly Slot[]) => sql`
  unnest(${int8s(slots.map(({ part }) => String(part)))}::bigint[], ${int8s(slots.map(({ deviceId }) => deviceId))}::bigint[],
    ${instants(slots.map(({ from }) => from))}::timestamptz[], ${instants(slots.map(({ until }) => until))}::timestamptz[]) as s (part, source, since, until)`;

/** Returns when these devices, or their gateways, were offline: as their warns say, and those that are offline now. */
export async function silencesOf(tx: Db, parts: readonly Part[]): Promise<Map<string, Span[]>> {
  const devices = [...new Set(parts.map(({ deviceId }) => deviceId))];
  const from = new Date(Math.min(...parts.map(({ day }) => day.whole.from))).toISOString();
  const rows = await tx.rows(sql<{ deviceId: string; from: string; until: string | null }>`
    with d as (
      select e.id, unnest(array[e.id, e.gateway_id]) as source from equipment e where e.id = any(${int8s(devices)}::bigint[]))
    select d.id::text as "deviceId", w.occurred_at as "from", coalesce(w.recovered_at, w.finished_at) as until
    from d join warn w on w.equipment_id = d.source and w.type = 'offline' and w.occurred_at is not null
      and coalesce(w.recovered_at, w.finished_at, now()) > ${from}::timestamptz
    where w.recovered_at is not null or w.finished_at is not null
    union all
    select d.id::text, s.offline_since, null from d join device_state s on s.device_id = d.source and not s.online and s.offline_since is not null`);
  const silences = new Map<string, Span[]>();
  for (const row of rows) {
    const span = { from: Date.parse(row.from), until: row.until === null ? Infinity : Date.parse(row.until) };
    silences.set(row.deviceId, [...(silences.get(row.deviceId) ?? []), span]);
  }
  return silences;
}

/** Returns the longest summary by the maker that ends in the window of each part, by its index. */
export async function makerNightsOf(tx: Db, slots: readonly Slot[]): Promise<Map<number, MakerNight>> {
  const rows = await tx.rows(sql<Omit<MakerNight, 'from' | 'until'> & { part: number; from: string; until: string }>`
    select distinct on (s.part) s.part::int as part, m.from_at as "from", m.to_at as until, m.awake, m.light, m.deep, m.rem, m.sol,
      m.awakenings, m.long_awakenings as "longAwakenings", m.exits, m.rollovers, m.events, m.score
    from ${slotRows(slots)} join sleep_maker_night m on m.device_id = s.source and m.from_at >= s.since and m.to_at <= s.until
    order by s.part, m.to_at - m.from_at desc`);
  return new Map(
    rows.map(({ part, from, until, ...night }) => [
      part,
      { ...night, from: Date.parse(from), until: Date.parse(until) },
    ]),
  );
}
