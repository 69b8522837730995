import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
import { bigints } from '#server/db/values.ts';

/** Values of a device, or of a person's own id, and kind. */
export interface Series {
  sourceId: string;
  metric: string;
  /** Oldest changed value, ms since 1970. */
  oldest: number;
  /** When values from an instant on were queued; ms since 1970, oldest first. Empty: not by ingest. */
  arrivals: readonly Arrival[];
}

/** Values of a series from `from` on were queued at `at`; ms since 1970. */
export interface Arrival {
  from: number;
  at: number;
}

/** Arrivals of one series that are told apart; of more the oldest. */
const maxArrivals = 200;

/** Returns the columns of series as a table `q (source, metric, oldest)`. */
export const seriesRows = (series: readonly Omit<Series, 'arrivals'>[]) => sql`
  unnest(${int8s(series.map(({ sourceId }) => sourceId))}::bigint[], ${texts(series.map(({ metric }) => metric))}::text[],
    ${instants(series.map(({ oldest }) => oldest))}::timestamptz[]) as q (source, metric, oldest)`;

/** Rows of the queue in which the series of one batch are looked for: many rows of one series are settled together. */
const rowsRead = 10_000;

/** Takes the rows of at most `limit` series that nobody else has taken, in the order of source and kind. */
export async function takeQueued(tx: Db, limit: number): Promise<Series[]> {
  const rows = await tx.returning(sql<{
    sourceId: string;
    metric: string;
    oldest: string;
    froms: number[];
    ats: number[];
  }>`
    with free as materialized (select ctid as place, device_id, metric from reading_queue limit ${rowsRead}::int for update skip locked),
    chosen as (select distinct device_id, metric from free limit ${limit}::int),
    gone as (
      delete from reading_queue q
      where q.ctid = any(array(select free.place from free join chosen on chosen.device_id = free.device_id and chosen.metric = free.metric))
      returning q.device_id, q.metric, q.at, q.queued_at)
    select device_id::text as "sourceId", metric, min(at) as oldest,
      (array_agg(extract(epoch from at) * 1000 order by at, queued_at))[:${maxArrivals}::int]::float8[] as froms,
      (array_agg(extract(epoch from queued_at) * 1000 order by at, queued_at))[:${maxArrivals}::int]::float8[] as ats
    from gone group by device_id, metric order by device_id, metric`);
  return rows.map(({ froms, ats, oldest, ...row }) => ({
    ...row,
    oldest: Date.parse(oldest),
    arrivals: froms.map((from, index) => ({ from, at: ats[index] ?? from })),
  }));
}

/** Queues series whose values changed otherwise than by ingest. */
export async function queueSeries(tx: Db, series: readonly Omit<Series, 'arrivals'>[]): Promise<void> {
  if (series.length === 0) return;
  await sql`insert into reading_queue (device_id, metric, at) select source, metric, oldest from ${seriesRows(series)}`.execute(
    tx,
  );
}

/** Queues the series of these sources from their newest value on: the hours before are counted. */
export async function queueNewest(tx: Db, sourceIds: readonly string[]): Promise<void> {
  const ids = bigints(sourceIds);
  await sql`
    insert into reading_queue (device_id, metric, at)
    select device_id, metric, max(at) from (
      select device_id, metric, hour as at from reading_hour where device_id = any(${ids})
      union all select device_id, metric, at from reading_kept where device_id = any(${ids})) v group by device_id, metric`.execute(
    tx,
  );
}

/** Sets a series aside that cannot be settled. */
export async function setAside(
  tx: Db,
  { sourceId, metric, oldest }: Omit<Series, 'arrivals'>,
  error: string,
): Promise<void> {
  await sql`
    insert into reading_aside (device_id, metric, at, error)
    values (${sourceId}, ${metric}, ${new Date(oldest).toISOString()}::timestamptz, ${error.slice(0, 500)})`.execute(
    tx,
  );
}

/** Returns the age of the oldest queued row, s; 0 for an empty queue. */
export async function queueAge(tx: Db): Promise<number> {
  const row = await tx.row(sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(queued_at)), 0)::float8 as seconds from reading_queue`);
  return Math.max(0, row?.seconds ?? 0);
}
