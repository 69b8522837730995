import { type RawBuilder, sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import { periodStart, retention } from '#server/db/partitions.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
import { bigints } from '#server/db/values.ts';
import { type Series, seriesRows } from './queue.ts';

export const hourMs = 3_600_000;
/** Minutes that a running hour may be stale: it changes with each value, and charts read its raw values. */
const runningMinutes = 5;

/** Returns the start of the oldest raw values, which is the start of a partition. */
export async function rawSince(now = Date.now()): Promise<Date> {
  const { reading } = await retention();
  return periodStart(new Date(now - reading * 86_400_000), 'week');
}

/**
 * Marks the hours of these series from their oldest changed value on: those with raw values, of which one of each hour is
 * read, and those that were counted before. A row without values stands for an hour that is not counted yet.
 */
export async function markStale(tx: Db, series: readonly Series[]): Promise<void> {
  const start = (await rawSince()).toISOString();
  await sql`
    insert into reading_hour (device_id, metric, hour, n, min, max, sum, last, stale_at)
    select q.source, q.metric, h.hour, 0, 0, 0, 0, 0, now() from ${seriesRows(series)}
    cross join lateral (
      (with recursive raw as (
        (select date_trunc('hour', r.at, 'UTC') as hour from reading r
          where r.device_id = q.source and r.metric = q.metric and r.at >= greatest(date_trunc('hour', q.oldest, 'UTC'), ${start}::timestamptz)
          order by r.at limit 1)
        union all
        select (select date_trunc('hour', r.at, 'UTC') from reading r
          where r.device_id = q.source and r.metric = q.metric and r.at >= raw.hour + interval '1 hour' order by r.at limit 1)
        from raw where raw.hour is not null)
      select raw.hour from raw where raw.hour is not null)
      union
      select c.hour from reading_hour c
      where c.device_id = q.source and c.metric = q.metric and c.hour >= greatest(date_trunc('hour', q.oldest, 'UTC'), ${start}::timestamptz)) h
    order by q.source, q.metric, h.hour
    on conflict (device_id, metric, hour) do update set stale_at = excluded.stale_at where reading_hour.stale_at is null`.execute(
    tx,
  );
}

/** Selects the hours of the usable readings `r` that fulfil a condition. */
export const countedHours = (where: RawBuilder<unknown>) => sql`
  select r.device_id, r.metric, date_trunc('hour', r.at, 'UTC'), count(*)::int, min(r.value), max(r.value), sum(r.value order by r.at), (array_agg(r.value order by r.at desc))[1]
  from reading r where ${where} and ${usableReading} group by 1, 2, 3`;

/** Counts all hours of these sources from the raw values: for values in large numbers that do not come through the queue. */
export async function countHoursOf(tx: Db, sourceIds: readonly string[]): Promise<void> {
  await sql`
    insert into reading_hour (device_id, metric, hour, n, min, max, sum, last) ${countedHours(sql`r.device_id = any(${bigints(sourceIds)})`)}
    on conflict (device_id, metric, hour) do update
      set n = excluded.n, min = excluded.min, max = excluded.max, sum = excluded.sum, last = excluded.last, stale_at = null`.execute(
    tx,
  );
}

interface Cell {
  sourceId: string;
  metric: string;
  hour: string;
}

async function takeStale(tx: Db, limit: number, runningToo: boolean): Promise<Cell[]> {
  return tx.rows(sql<Cell>`
    select h.device_id::text as "sourceId", h.metric, h.hour from reading_hour h
    where h.stale_at is not null and (${runningToo}::boolean or h.hour < now() - interval '1 hour' or h.stale_at < now() - make_interval(mins => ${runningMinutes}::int))
    order by h.stale_at limit ${limit}::int for update skip locked`);
}

/** Counts locked cells from the raw values, which are all visible to this statement; removes empty ones. */
async function countCells(tx: Db, cells: readonly Cell[]): Promise<void> {
  const times = cells.map(({ hour }) => Date.parse(hour));
  const from = new Date(Math.min(...times)).toISOString();
  const to = new Date(Math.max(...times) + hourMs).toISOString();
  await sql`
    with cell as (
      select * from unnest(${int8s(cells.map(({ sourceId }) => sourceId))}::bigint[], ${texts(cells.map(({ metric }) => metric))}::text[],
        ${instants(times)}::timestamptz[]) as c (device_id, metric, hour)),
    counted as (
      select c.device_id, c.metric, c.hour, v.* from cell c cross join lateral (
        select count(*)::int as n, min(r.value) as min, max(r.value) as max, sum(r.value order by r.at) as sum, (array_agg(r.value order by r.at desc))[1] as last
        from reading r where r.device_id = c.device_id and r.metric = c.metric and r.at >= c.hour and r.at < c.hour + interval '1 hour'
          and r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz and ${usableReading}) v),
    emptied as (
      delete from reading_hour h using counted v where v.n = 0 and h.device_id = v.device_id and h.metric = v.metric and h.hour = v.hour)
    update reading_hour h set n = v.n, min = v.min, max = v.max, sum = v.sum, last = v.last, stale_at = null
    from counted v where v.n > 0 and h.device_id = v.device_id and h.metric = v.metric and h.hour = v.hour`.execute(tx);
}

/** Ends the marks of hours whose raw values are gone: they keep what was counted. */
async function keepCells(tx: Db, cells: readonly Cell[]): Promise<void> {
  if (cells.length === 0) return;
  await sql`
    update reading_hour h set stale_at = null
    from unnest(${int8s(cells.map(({ sourceId }) => sourceId))}::bigint[], ${texts(cells.map(({ metric }) => metric))}::text[],
      ${instants(cells.map(({ hour }) => Date.parse(hour)))}::timestamptz[]) as c (device_id, metric, hour)
    where h.device_id = c.device_id and h.metric = c.metric and h.hour = c.hour`.execute(tx);
}

/**
 * Counts stale hours from the raw values, never where these are gone; returns their number.
 * @param runningToo also those of the running hour, which otherwise wait for some minutes
 */
export async function countStaleHours(limit = 500, runningToo = false): Promise<number> {
  const start = (await rawSince()).getTime();
  return db.transaction(async (tx) => {
    const cells = await takeStale(tx, limit, runningToo);
    const raw = cells.filter(({ hour }) => Date.parse(hour) >= start);
    if (raw.length > 0) await countCells(tx, raw);
    await keepCells(
      tx,
      cells.filter(({ hour }) => Date.parse(hour) < start),
    );
    return cells.length;
  });
}
