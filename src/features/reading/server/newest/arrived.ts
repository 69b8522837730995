import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { instants, int4s, int8s, texts } from '#server/db/pgBinary.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { type Arrival, type Series, seriesRows } from '../queue.ts';
import type { ArrivedValue } from '../readingHooks.ts';
import { type Changed, inBedBefore, keyOf, sources, type Touched } from './newestOf.ts';

/** Values of one series that are read; a backlog that is longer is late and judged by nobody. */
const maxValues = 2000;

type Stored = Omit<ArrivedValue, 'at' | 'receivedAt'> & { at: string };

/** Returns when a value was received: with the rows of the queue that begin at or before it. */
function receivedAt(arrivals: readonly Arrival[], at: number): number {
  const last = arrivals.findLast(({ from }) => from <= at);
  return arrivals.find(({ from }) => from === last?.from)?.at ?? at;
}

/** Returns the usable values of series from their oldest changed one on, with the people to whom they belong. */
async function arrivedValues(tx: Db, series: readonly Series[]): Promise<ArrivedValue[]> {
  if (series.length === 0) return [];
  // A literal: the planner reads only the partitions from it on.
  const oldest = new Date(Math.min(...series.map((one) => one.oldest))).toISOString();
  const rows = await tx.rows(sql<Stored>`
    select coalesce(c.merged_into, c.id)::text as "customerId", q.metric, q.source::text as "sourceId", v.at, v.value, v.flags, ${inBedBefore} as "inBed"
    from ${seriesRows(series)}
    cross join lateral (select q.metric) t
    cross join lateral (select q.source) s
    cross join lateral (
      select b.customer_id, b.bound_at as since, coalesce(b.unbound_at, 'infinity') as until from equipment_binding b
        where b.equipment_id = q.source and (b.unbound_at is null or b.unbound_at > q.oldest)
      union all select q.source, '-infinity', 'infinity') w
    join customer c on c.id = w.customer_id and (c.deleted_at is null or c.merged_into is not null)
    cross join lateral (
      select r.at, r.value, r.flags from reading r
      where r.device_id = q.source and r.metric = q.metric and r.at >= ${oldest}::timestamptz and r.at >= greatest(q.oldest, w.since) and r.at < w.until and ${usableReading}
      order by r.at limit ${maxValues}::int) v
    order by 1, v.at, q.metric, q.source`);
  const arrivals = new Map(series.map((one) => [`${one.sourceId} ${one.metric}`, one.arrivals]));
  return rows.map(({ at, ...row }) => {
    const time = Date.parse(at);
    return { ...row, at: time, receivedAt: receivedAt(arrivals.get(`${row.sourceId} ${row.metric}`) ?? [], time) };
  });
}

/** Returns the times of the newest values that are stored, ms since 1970, by the key of customer and kind. */
export async function newestTimes(tx: Db, touched: readonly Touched[]): Promise<Map<string, number>> {
  if (touched.length === 0) return new Map();
  const rows = await tx.rows(sql<Touched & { at: string }>`
    select l.customer_id::text as "customerId", l.metric, l.at
    from unnest(${int8s(touched.map(({ customerId }) => customerId))}::bigint[], ${texts(touched.map(({ metric }) => metric))}::text[]) as t (customer_id, metric)
    join reading_latest l on l.customer_id = t.customer_id and l.metric = t.metric`);
  return new Map(rows.map((row) => [keyOf(row), Date.parse(row.at)]));
}

/** Runs the hooks `arrived` of all features. */
export async function runArrived(
  ctx: CommandContext,
  {
    series,
    changed,
    former,
  }: { series: readonly Series[]; changed: readonly Changed[]; former: ReadonlyMap<string, number> },
): Promise<void> {
  const arrivals = {
    touched: changed,
    values: (kinds: ReadonlySet<string>) =>
      arrivedValues(
        ctx.tx,
        series.filter(({ metric, arrivals: rows }) => kinds.has(metric) && rows.length > 0),
      ),
    formerAt: (customerId: string, metric: string) => former.get(keyOf({ customerId, metric })),
  };
  for (const { extension } of await extensionsOf('readingHooks')) await extension.arrived?.(ctx, arrivals);
}

/** The values of a customer and kind before an instant, ms since 1970. */
export interface Before extends Touched {
  at: number;
  /** Number of values. */
  count: number;
}

/** Days before an instant in which values are looked for. */
const lookBackDays = 31;

/** Returns for each the newest usable values before its instant, oldest first, by the key of customer and kind. */
export async function valuesBefore(
  tx: Db,
  wanted: readonly Before[],
): Promise<Map<string, { at: number; value: number }[]>> {
  if (wanted.length === 0) return new Map();
  const from = new Date(Math.min(...wanted.map(({ at }) => at)) - lookBackDays * 86_400_000).toISOString();
  const rows = await tx.rows(sql<Touched & { at: string; value: number }>`
    select t.customer_id::text as "customerId", t.metric, v.at, v.value
    from unnest(${int8s(wanted.map(({ customerId }) => customerId))}::bigint[], ${texts(wanted.map(({ metric }) => metric))}::text[],
      ${instants(wanted.map(({ at }) => at))}::timestamptz[], ${int4s(wanted.map(({ count }) => count))}::int[]) as t (customer_id, metric, at, count)
    cross join lateral (
      select r.at, r.value from (${sources}) s
      cross join lateral (
        select r.at, r.value from reading r
        where r.device_id = s.source and r.metric = t.metric and r.at >= ${from}::timestamptz and r.at >= s.since and r.at < least(s.until, t.at) and ${usableReading}
        order by r.at desc limit t.count) r
      order by r.at desc limit t.count) v`);
  const found = new Map<string, { at: number; value: number }[]>();
  for (const row of rows) {
    const key = keyOf(row);
    found.set(key, [...(found.get(key) ?? []), { at: Date.parse(row.at), value: row.value }]);
  }
  for (const list of found.values()) list.sort((a, b) => a.at - b.at);
  return found;
}
