import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Column, column } from '#server/db/values.ts';

/** Matches people of whom a value that was measured within so many days is out of its band. */
export function abnormalWithin(customerId: Column, days: number): RawBuilder<SqlBool> {
  return sql`${column(customerId)} in (
    select l.customer_id from reading_latest l where l.abnormal_at >= now() - make_interval(days => ${days}::int))`;
}

/** Matches people who have a device, and no value of whom was measured within so many days. */
export function silentFor(customerId: Column, days: number): RawBuilder<SqlBool> {
  const start = sql`(now() - make_interval(days => ${days}::int))`;
  return sql`(${column(customerId)} in (select b.customer_id from equipment_binding b where b.unbound_at is null)
    and not exists (
      select 1 from reading_person p where p.customer_id = ${column(customerId)} and p.measured_at >= ${start} - interval '1 hour'
        and (p.measured_at >= ${start} or (select max(l.at) from reading_latest l where l.customer_id = p.customer_id) >= ${start})))`;
}
