import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Column, column } from '#server/db/values.ts';

/** Matches people a kind of whose newest value is out of its band and was measured within so many days. */
export function abnormalWithin(customerId: Column, days: number): RawBuilder<SqlBool> {
  return sql`${column(customerId)} in (
    select l.customer_id from reading_latest l where l.level is not null and l.at >= now() - make_interval(days => ${days}::int))`;
}

/** Matches people who have a device, and no value of whom was measured within so many days. */
export function silentFor(customerId: Column, days: number): RawBuilder<SqlBool> {
  return sql`(${column(customerId)} in (select b.customer_id from equipment_binding b where b.unbound_at is null)
    and not exists (
      select 1 from reading_latest l where l.customer_id = ${column(customerId)} and l.at >= now() - make_interval(days => ${days}::int)))`;
}
