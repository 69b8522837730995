import { type RawBuilder, sql } from 'kysely';
import { decodedOf } from '#devices/message.ts';
import { consentLapsed } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bools, byteas, float8s, instants, int4s, int8s, texts } from '#server/db/pgBinary.ts';
import type { Folded, NewMessage, ReadingRow } from './fold.ts';
import { customerOf } from './worn.ts';

/** Returns the key of a raw message: device and message key. */
export function pairOf({ message, device }: NewMessage): string {
  return `${device.id} ${message.key}`;
}

const day = 86_400_000;

/**
 * Returns where a repeat may be stored outside the partition with the unique index: the two days before, or the next
 * day by another node's clock. A batch over midnight checks all.
 */
function elsewhere(rows: readonly NewMessage[]): RawBuilder<unknown> {
  const days = new Set(rows.map(({ times }) => Math.floor(times.received / day)));
  const [today = 0] = days;
  if (days.size > 1) return sql`r.received_at > now() - interval '2 days'`;
  const dayStart = (days: number) => sql`${new Date((today + days) * day).toISOString()}::timestamptz`;
  return sql`(r.received_at >= ${dayStart(-2)} and r.received_at < ${dayStart(0)} or r.received_at >= ${dayStart(1)} and r.received_at < ${dayStart(2)})`;
}

/** New messages of a batch, and the customers without stored positions. */
export interface WrittenRaw {
  stored: NewMessage[];
  /** Customers who have withdrawn the location consent. */
  unplaced: ReadonlySet<string>;
}

/** Returns the customers of the positions that a message reports. */
export function placedOf(entry: NewMessage): string[] {
  const { received } = entry.times;
  return decodedOf(entry.message).flatMap((decoded) => {
    const at = decoded.time === null ? received : Date.parse(decoded.time);
    return decoded.position ? (customerOf(entry, decoded, at) ?? []) : [];
  });
}

/**
 * Stores the raw messages; returns the new ones, and customers without location consent (their position messages lose
 * the bytes). Call it with the state rows locked: other nodes' messages and withdrawals are visible only then.
 */
export async function writeRaw(tx: Db, batch: NewMessage[]): Promise<WrittenRaw> {
  const first = new Map<string, NewMessage>();
  for (const entry of batch) {
    const pair = pairOf(entry);
    if (!first.has(pair)) first.set(pair, entry);
  }
  const rows = [...first.values()];
  const placed = rows.flatMap((entry, index) => placedOf(entry).map((id) => ({ index: index + 1, id })));
  const [answer] = await tx.returning(sql<{ n: number; pairs: string[] | null; unplaced: string[] | null }>`
    with unplaced as materialized (
      select customer.id from customer where customer.id = any(${int8s([...new Set(placed.map(({ id }) => id))])}::bigint[]) and ${consentLapsed('location')}),
    hidden as (
      select p.n from unnest(${int8s(placed.map(({ index }) => `${index}`))}::bigint[], ${int8s(placed.map(({ id }) => id))}::bigint[]) as p (n, id)
      where p.id in (select id from unplaced)),
    written as (
      insert into raw_message (device_id, key, received_at, device_time, project_id, protocol, kind, late, body, error, topic, gateway_id)
      select n.device_id, n.key, n.received_at, n.device_time, n.project_id, n.protocol, n.kind, n.late,
        case when n.index in (select hidden.n from hidden) then ''::bytea else n.body end, n.error, n.topic, n.gateway_id
      from unnest(
        ${int8s(rows.map(({ device }) => device.id))}::bigint[], ${int8s(rows.map(({ message }) => message.key))}::bigint[],
        ${instants(rows.map(({ times }) => times.received))}::timestamptz[], ${instants(rows.map(({ times }) => times.device))}::timestamptz[],
        ${int8s(rows.map(({ device }) => device.projectId))}::bigint[], ${texts(rows.map(({ message }) => message.source))}::text[],
        ${texts(rows.map(({ message }) => message.decoded?.kind ?? 'error'))}::text[], ${bools(rows.map(({ times }) => times.late))}::boolean[],
        ${byteas(rows.map(({ message }) => message.body))}::bytea[], ${texts(rows.map(({ message }) => message.error))}::text[],
        ${texts(rows.map(({ message }) => message.topic ?? null))}::text[], ${int8s(rows.map(({ message }) => message.deviceRef.gateway ?? null))}::bigint[])
        with ordinality as n (device_id, key, received_at, device_time, project_id, protocol, kind, late, body, error, topic, gateway_id, index)
      where not exists (select 1 from raw_message r where r.device_id = n.device_id and r.key = n.key and ${elsewhere(rows)})
      on conflict do nothing
      returning device_id, key)
    select count(*)::int as n, case when count(*) < ${rows.length} then array_agg(device_id || ' ' || key) end as pairs,
      (select array_agg(id::text) from unplaced) as unplaced from written`);
  const unplaced = new Set(answer?.unplaced ?? []);
  if (answer?.n === rows.length) return { stored: rows, unplaced };
  const pairs = new Set(answer?.pairs ?? []);
  return { stored: rows.filter((entry) => pairs.has(pairOf(entry))), unplaced };
}

/** Returns the oldest reading of each device and metric. */
function oldestOfSeries(readings: readonly ReadingRow[]): Pick<ReadingRow, 'device' | 'metric' | 'at'>[] {
  const oldest = new Map<string, ReadingRow>();
  for (const row of readings) {
    const key = `${row.device} ${row.metric}`;
    const other = oldest.get(key);
    if (!other || row.at < other.at) oldest.set(key, row);
  }
  return [...oldest.values()];
}

/**
 * Writes positions, readings and the folded states in one statement; duplicates by (device, metric, instant) are
 * skipped. Queues the oldest value of each series for the step `settle`. A message sets its device online, with `returned_at` after the offline warn that it may have waited for.
 */
export async function writeFolded(
  tx: Db,
  { positions, readings, states }: Pick<Folded, 'positions' | 'readings' | 'states'>,
): Promise<void> {
  const state = [...states.values()];
  const queued = oldestOfSeries(readings);
  await sql`
    with new_position as (
      insert into position (device_id, at, lat, lng, accuracy, speed, course, altitude, source, flags, device_time, project_id, customer_id)
      select * from unnest(${int8s(positions.map((row) => row.device))}::bigint[], ${instants(positions.map((row) => row.at))}::timestamptz[], ${float8s(positions.map((row) => row.lat))}::float8[],
        ${float8s(positions.map((row) => row.lng))}::float8[], ${float8s(positions.map((row) => row.accuracy))}::float8[], ${float8s(positions.map((row) => row.speed))}::float8[],
        ${float8s(positions.map((row) => row.course))}::float8[], ${float8s(positions.map((row) => row.altitude))}::float8[], ${texts(positions.map((row) => row.source))}::text[],
        ${int4s(positions.map((row) => row.flags))}::int[], ${instants(positions.map((row) => row.deviceTime))}::timestamptz[], ${int8s(positions.map((row) => row.project))}::bigint[],
        ${int8s(positions.map((row) => row.customer))}::bigint[])
      on conflict do nothing),
    new_reading as (
      insert into reading (device_id, metric, at, value, flags, device_time, project_id, customer_id)
      select * from unnest(${int8s(readings.map((row) => row.device))}::bigint[], ${texts(readings.map((row) => row.metric))}::text[], ${instants(readings.map((row) => row.at))}::timestamptz[],
        ${float8s(readings.map((row) => row.value))}::float8[], ${int4s(readings.map((row) => row.flags))}::int[], ${instants(readings.map((row) => row.deviceTime))}::timestamptz[],
        ${int8s(readings.map((row) => row.project))}::bigint[], ${int8s(readings.map((row) => row.customer))}::bigint[])
      on conflict do nothing),
    queued as (
      insert into reading_queue (device_id, metric, at)
      select * from unnest(${int8s(queued.map((row) => row.device))}::bigint[], ${texts(queued.map((row) => row.metric))}::text[], ${instants(queued.map((row) => row.at))}::timestamptz[]))
    update device_state s set online = s.online or n.heard, offline_since = case when not n.heard then s.offline_since end,
      silence_told_at = case when not n.heard then s.silence_told_at end,
      returned_at = case when s.online or not n.heard then s.returned_at else greatest(n.last_seen_at, s.silence_told_at + interval '1 millisecond') end,
      last_seen_at = n.last_seen_at, last_data_at = n.last_data_at, battery = n.battery, signal = n.signal, state_values = coalesce(n.levels::jsonb, s.state_values),
      alarm_bits = n.alarm_bits, backlog_bits = n.backlog_bits, lat = n.lat, lng = n.lng, accuracy = n.accuracy, position_source = n.position_source, position_at = n.position_at, speed = n.speed,
      pressed_at = n.pressed_at
    from unnest(${int8s(state.map((row) => row.deviceId))}::bigint[], ${instants(state.map((row) => row.lastSeenAt))}::timestamptz[], ${instants(state.map((row) => row.lastDataAt))}::timestamptz[],
      ${int4s(state.map((row) => row.battery))}::int[], ${int4s(state.map((row) => row.signal))}::int[], ${texts(state.map((row) => (row.isLevelNew ? JSON.stringify(row.levels) : null)))}::text[], ${float8s(state.map((row) => row.alarmBits))}::float8[], ${float8s(state.map((row) => row.backlogBits))}::float8[],
      ${float8s(state.map((row) => row.lat))}::float8[], ${float8s(state.map((row) => row.lng))}::float8[], ${float8s(state.map((row) => row.accuracy))}::float8[],
      ${texts(state.map((row) => row.positionSource))}::text[], ${instants(state.map((row) => row.positionAt))}::timestamptz[], ${float8s(state.map((row) => row.speed))}::float8[],
      ${instants(state.map((row) => row.pressedAt))}::timestamptz[], ${bools(state.map((row) => row.isHeard))}::boolean[])
      as n (device_id, last_seen_at, last_data_at, battery, signal, levels, alarm_bits, backlog_bits, lat, lng, accuracy, position_source, position_at, speed, pressed_at, heard)
    where s.device_id = n.device_id`.execute(tx);
}
