import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';

/** A kind whose device is worn and sends nothing. */
export interface Silence {
  kind: ReadingKindName;
  /** Whole days since the newest value. */
  days: number;
  /** Days from one measurement to the next before that, on average. */
  habit: number;
}

const kinds = ['systolic', 'heart_rate', 'spo2', 'glucose', 'temperature', 'weight'] as const;
/** Days with values in the 30 days before the newest one that make a habit. */
const leastDays = 5;

/** Returns the kinds that have not been measured for more than two days and twice the habit, by a device that is bound. */
export async function silencesOf(tx: Db, customerId: string): Promise<Silence[]> {
  return tx.rows(sql<Silence>`
    select l.metric as kind, d.days, d.habit from reading_latest l
    join equipment_binding b on b.customer_id = l.customer_id and b.equipment_id = l.source_id and b.unbound_at is null
    cross join lateral (
      select count(distinct h.hour::date)::int as measured, extract(day from now() - l.at)::int as days,
        (extract(epoch from max(h.hour) - min(h.hour)) / 86400 / greatest(count(distinct h.hour::date) - 1, 1))::float8 as habit
      from reading_hour h where h.device_id = l.source_id and h.metric = l.metric and h.n > 0 and h.hour > l.at - interval '30 days') d
    where l.customer_id = ${customerId} and l.metric = any(${[...kinds]}::text[]) and l.at < now() - interval '2 days'
      and d.measured >= ${leastDays}::int and d.days > 2 * d.habit
    order by d.days desc, l.metric`);
}
