import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { Touched } from './newestOf.ts';

/**
 * Writes when something of these customers was last measured: at most an hour behind their newest values, which are settled
 * and locked.
 */
export async function settleMeasured(tx: Db, touched: readonly Touched[]): Promise<void> {
  const ids = bigints([...new Set(touched.map(({ customerId }) => customerId))]);
  await sql`
    with newest as (
      select p.id as customer_id, (select max(l.at) from reading_latest l where l.customer_id = p.id) as at from unnest(${ids}) as p (id)),
    gone as (delete from reading_person p using newest n where p.customer_id = n.customer_id and n.at is null)
    insert into reading_person as p (customer_id, measured_at) select n.customer_id, n.at from newest n where n.at is not null order by 1
    on conflict (customer_id) do update set measured_at = excluded.measured_at
      where excluded.measured_at > p.measured_at + interval '1 hour' or excluded.measured_at < p.measured_at`.execute(
    tx,
  );
}
