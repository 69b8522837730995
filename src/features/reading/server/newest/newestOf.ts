import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
import { type Series, seriesRows } from '../queue.ts';

/** Customer and kind whose newest value may have changed. */
export interface Touched {
  customerId: string;
  metric: string;
}

/** Series whose values since an instant are new or changed. */
export interface Changed extends Touched {
  /** Ms since 1970. */
  oldest: number;
}

/** Newest usable value of a customer and kind. */
export interface Newest extends Touched {
  at: string;
  value: number;
  flags: number;
  sourceId: string;
  /** 1 in bed, 0 out of bed, by the same device within 12 hours before; null: unknown. */
  inBed: number | null;
}

/** Kinds that describe the device: they belong to no customer. */
const ofDevice = ['battery', 'signal'];

/** Returns the customers to whom these values may belong, in the order of their ids; a merged one counts as the kept one. */
export async function touchedBy(tx: Db, series: readonly Series[]): Promise<Changed[]> {
  const rows = await tx.rows(sql<Touched & { oldest: string }>`
    select coalesce(c.merged_into, c.id)::text as "customerId", q.metric, min(q.oldest) as oldest from ${seriesRows(series)}
    cross join lateral (
      select b.customer_id from equipment_binding b where b.equipment_id = q.source and (b.unbound_at is null or b.unbound_at > q.oldest)
      union all select q.source) w
    join customer c on c.id = w.customer_id
    where q.metric <> all(${ofDevice}::text[]) and (c.deleted_at is null or c.merged_into is not null)
    group by coalesce(c.merged_into, c.id), q.metric order by coalesce(c.merged_into, c.id), q.metric`);
  return rows.map((row) => ({ ...row, oldest: Date.parse(row.oldest) }));
}

/** Locks the newest values of these customers, in the order of the keys, until the end of the transaction. */
export async function lockNewest(tx: Db, touched: readonly Touched[]): Promise<void> {
  const ids = [...new Set(touched.map(({ customerId }) => customerId))];
  await sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended('reading ' || c.id, 0) as key from unnest(${int8s(ids)}::bigint[]) as c (id) order by 1) k`.execute(
    tx,
  );
}

const touchedRows = (touched: readonly Touched[]) => sql`
  unnest(${int8s(touched.map(({ customerId }) => customerId))}::bigint[], ${texts(touched.map(({ metric }) => metric))}::text[]) as t (customer_id, metric)`;

/** Returns changed series as a table `t (customer_id, metric, oldest)`. */
export const changedRows = (changed: readonly Changed[]) => sql`
  unnest(${int8s(changed.map(({ customerId }) => customerId))}::bigint[], ${texts(changed.map(({ metric }) => metric))}::text[],
    ${instants(changed.map(({ oldest }) => oldest))}::timestamptz[]) as t (customer_id, metric, oldest)`;

/** Selects the sources of a customer `t`: devices within their bindings, the own id and those of merged customers. */
export const sources = sql`
  select b.equipment_id as source, b.bound_at as since, coalesce(b.unbound_at, 'infinity') as until
    from equipment_binding b where b.customer_id = t.customer_id
  union all select c.id, '-infinity', 'infinity' from customer c where c.id = t.customer_id or c.merged_into = t.customer_id`;

/** Whether somebody was in bed when a value `v` of the source `s` was measured; null: unknown, or of no meaning for the kind. */
export const inBedBefore = sql`
  case when t.metric in ('heart_rate', 'breath_rate', 'spo2') then (
    select r.value from reading r where r.device_id = s.source and r.metric = 'in_bed' and r.at <= v.at and r.at > v.at - interval '12 hours' and ${usableReading}
    order by r.at desc limit 1) end`;

/**
 * @param bounded only values not older than the newest one that is stored; else all, those that outlived their partition
 *   included
 */
async function newestIn(tx: Db, touched: readonly Touched[], bounded: boolean): Promise<Newest[]> {
  if (touched.length === 0) return [];
  return tx.rows(sql<Newest>`
    select distinct on (t.customer_id, t.metric) t.customer_id::text as "customerId", t.metric, v.at, v.value, v.flags, s.source::text as "sourceId",
      ${inBedBefore} as "inBed"
    from ${touchedRows(touched)}
    left join reading_latest l on l.customer_id = t.customer_id and l.metric = t.metric
    cross join lateral (${sources}) s
    cross join lateral (
      (select r.at, r.value, r.flags from reading r
        where r.device_id = s.source and r.metric = t.metric and r.at >= greatest(s.since, case when ${bounded}::boolean then l.at end) and r.at < s.until and ${usableReading}
        order by r.at desc limit 1)
      union all
      (select r.at, r.value, r.flags from reading_kept r
        where not ${bounded}::boolean and r.device_id = s.source and r.metric = t.metric and r.at >= s.since and r.at < s.until and ${usableReading}
        order by r.at desc limit 1)) v
    order by t.customer_id, t.metric, v.at desc, s.source`);
}

/** Returns the key of a customer and kind. */
export const keyOf = ({ customerId, metric }: Touched) => `${customerId} ${metric}`;

/**
 * Returns the newest usable value of each; where the stored one is gone (withdrawn, decoded again), the one before it.
 * The caller has locked them.
 */
export async function newestOf(tx: Db, touched: readonly Touched[]): Promise<Newest[]> {
  const found = await newestIn(tx, touched, true);
  const known = new Set(found.map(keyOf));
  const rest = touched.filter((one) => !known.has(keyOf(one)));
  return [...found, ...(await newestIn(tx, rest, false))];
}
