import { sql } from 'drizzle-orm';
import type { Db } from '#server/db.ts';
import type { PositionRow, ReadingRow } from './fold.ts';
import { pgArray, type State } from './lookup.ts';

/** One field of all rows as an array literal. */
export function column<T>(rows: readonly T[], field: (row: T) => string | number | boolean | null): string {
  return pgArray(rows.map(field));
}

/** The folded state of each device of the batch; a message makes a device online. */
export async function writeStates(tx: Db, rows: State[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update device_state s set online = true, offline_since = null, last_seen_at = n.last_seen_at, last_data_at = n.last_data_at, battery = n.battery, signal = n.signal,
      alarm_bits = n.alarm_bits, backlog_bits = n.backlog_bits, lat = n.lat, lng = n.lng, accuracy = n.accuracy, position_source = n.position_source, position_at = n.position_at
    from unnest(${column(rows, (row) => row.deviceId)}::bigint[], ${column(rows, (row) => row.lastSeenAt)}::timestamptz[], ${column(rows, (row) => row.lastDataAt)}::timestamptz[],
      ${column(rows, (row) => row.battery)}::int[], ${column(rows, (row) => row.signal)}::int[], ${column(rows, (row) => row.alarmBits)}::bigint[], ${column(rows, (row) => row.backlogBits)}::bigint[],
      ${column(rows, (row) => row.lat)}::float8[], ${column(rows, (row) => row.lng)}::float8[], ${column(rows, (row) => row.accuracy)}::float8[],
      ${column(rows, (row) => row.positionSource)}::text[], ${column(rows, (row) => row.positionAt)}::timestamptz[])
      as n (device_id, last_seen_at, last_data_at, battery, signal, alarm_bits, backlog_bits, lat, lng, accuracy, position_source, position_at)
    where s.device_id = n.device_id`);
}

/** Idempotent by (device, instant). */
export async function writePositions(tx: Db, rows: PositionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into position (device_id, at, lat, lng, accuracy, speed, course, altitude, source, flags, device_time, project_id, customer_id)
    select * from unnest(${column(rows, (row) => row.device)}::bigint[], ${column(rows, (row) => row.at)}::timestamptz[], ${column(rows, (row) => row.lat)}::float8[],
      ${column(rows, (row) => row.lng)}::float8[], ${column(rows, (row) => row.accuracy)}::float8[], ${column(rows, (row) => row.speed)}::float8[],
      ${column(rows, (row) => row.course)}::float8[], ${column(rows, (row) => row.altitude)}::float8[], ${column(rows, (row) => row.source)}::text[],
      ${column(rows, (row) => row.flags)}::int[], ${column(rows, (row) => row.deviceTime)}::timestamptz[], ${column(rows, (row) => row.project)}::bigint[],
      ${column(rows, (row) => row.customer)}::bigint[])
    on conflict do nothing`);
}

/** Idempotent by (device, metric, instant). */
export async function writeReadings(tx: Db, rows: ReadingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into reading (device_id, metric, at, value, flags, device_time, project_id, customer_id)
    select * from unnest(${column(rows, (row) => row.device)}::bigint[], ${column(rows, (row) => row.metric)}::text[], ${column(rows, (row) => row.at)}::timestamptz[],
      ${column(rows, (row) => row.value)}::float8[], ${column(rows, (row) => row.flags)}::int[], ${column(rows, (row) => row.deviceTime)}::timestamptz[],
      ${column(rows, (row) => row.project)}::bigint[], ${column(rows, (row) => row.customer)}::bigint[])
    on conflict do nothing`);
}
