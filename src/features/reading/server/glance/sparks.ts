import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { json } from '#server/db/values.ts';

/** Sign of a person whose week before an instant (ISO) is wanted. */
export interface SparkOf {
  id: string;
  customerId: string;
  metric: string;
  until: string;
}

const bucketHours = 6;
const buckets = 28;

/**
 * Returns for each of these the means of six hours within the seven days before its instant, oldest first; null where
 * nothing was measured. Hours in which a binding begins or ends are left out.
 */
export async function sparksOf(tx: Db, wanted: readonly SparkOf[]): Promise<Map<string, (number | null)[]>> {
  const sparks = new Map(wanted.map(({ id }) => [id, new Array<number | null>(buckets).fill(null)]));
  if (wanted.length === 0) return sparks;
  const rows = await tx.rows(sql<{ id: string; bucket: number; mean: number }>`
    select w.id, floor(extract(epoch from h.hour - w.since) / ${bucketHours * 3600})::int as bucket, sum(h.sum) / sum(h.n) as mean
    from (select r.*, r.until - make_interval(hours => ${bucketHours * buckets}) as since
      from jsonb_to_recordset(${json(wanted)}) as r (id text, "customerId" bigint, metric text, until timestamptz)) w
    join customer c on c.id = w."customerId" or c.merged_into = w."customerId"
    cross join lateral (
      select c.id as source, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until
      union all select b.equipment_id, b.bound_at, coalesce(b.unbound_at, 'infinity') from equipment_binding b where b.customer_id = c.id) s
    join reading_hour h on h.device_id = s.source and h.metric = w.metric and h.n > 0 and h.hour >= greatest(w.since, s.since)
      and h.hour <= least(w.until, s.until - interval '1 hour')
    group by 1, 2`);
  for (const { id, bucket, mean } of rows) {
    const spark = sparks.get(id);
    if (spark) spark[Math.min(Math.max(bucket, 0), buckets - 1)] = mean;
  }
  return sparks;
}
