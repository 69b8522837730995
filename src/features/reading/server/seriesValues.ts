import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { hourMs } from './hours.ts';
import { partHours, type Span, spanRows } from './spans.ts';

export interface RawValue {
  at: string;
  value: number;
  flags: number;
  sourceId: string;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Time and kind of a series. */
interface Window {
  metric: string;
  from: number;
  until: number;
}

/** Returns the usable values of the spans, oldest first; of more than `limit` the newest. Kept values are included. */
export async function rawValues(
  tx: Db,
  spans: readonly Span[],
  { metric, from, until }: Window,
  limit: number,
): Promise<RawValue[]> {
  const rows = await tx.rows(sql<RawValue>`
    select v.at, v.value, v.flags, v.source::text as "sourceId" from (
      select r.at, r.value, r.flags, s.source from ${spanRows(spans)} join reading r on r.device_id = s.source and r.metric = ${metric}
        and r.at >= s.since and r.at < s.until and r.at >= ${iso(from)}::timestamptz and r.at < ${iso(until)}::timestamptz and ${usableReading}
      union
      select r.at, r.value, r.flags, s.source from ${spanRows(spans)} join reading_kept r on r.device_id = s.source and r.metric = ${metric}
        and r.at >= s.since and r.at < s.until and r.at >= ${iso(from)}::timestamptz and r.at < ${iso(until)}::timestamptz and ${usableReading}) v
    order by v.at desc, v.source limit ${limit}::int`);
  return rows.reverse();
}

/** Figures of a person's hour, over all sources. */
export interface HourCell {
  hour: string;
  n: number;
  min: number;
  max: number;
  sum: number;
}

/** Selects hours from the raw values of parts of hours. */
function rawCells(parts: readonly Span[], metric: string) {
  // Literals of the parts: the planner reads only their partitions.
  const from = iso(Math.min(...parts.map((part) => part.from)));
  const until = iso(Math.max(...parts.map((part) => part.until)));
  return sql`
    union all
    select date_trunc('hour', r.at, 'UTC'), count(*), min(r.value), max(r.value), sum(r.value)
    from ${spanRows(parts)} join reading r on r.device_id = s.source and r.metric = ${metric}
      and r.at >= s.since and r.at < s.until and r.at >= ${from}::timestamptz and r.at < ${until}::timestamptz and ${usableReading}
    group by 1`;
}

/** Returns the hours of the spans, oldest first; hours in which a binding begins or ends are counted from raw values. */
export async function hourCells(tx: Db, spans: readonly Span[], { metric, from, until }: Window): Promise<HourCell[]> {
  const parts = partHours(spans, hourMs);
  return tx.rows(sql<HourCell>`
    select v.hour, sum(v.n)::int as n, min(v.min) as min, max(v.max) as max, sum(v.sum) as sum from (
      select h.hour, h.n, h.min, h.max, h.sum from ${spanRows(spans)} join reading_hour h on h.device_id = s.source and h.metric = ${metric}
        and h.hour >= s.since and h.hour <= s.until - interval '1 hour' and h.n > 0 and h.hour >= ${iso(from)}::timestamptz and h.hour < ${iso(until)}::timestamptz
      ${parts.length > 0 ? rawCells(parts, metric) : sql``}) v
    group by v.hour order by v.hour`);
}
