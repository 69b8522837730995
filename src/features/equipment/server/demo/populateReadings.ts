import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { OnProgress } from '#server/feature/populate.ts';

/** Values per transaction, approximately. */
const batchSize = 50_000;
/** Days over which the values of a watch are spread, up to yesterday. */
const days = 28;

/** Returns the watches of populated customers, with the number of values of each. */
async function watches(customerCount: number): Promise<{ id: string; n: number }[]> {
  return db.rows(sql<{ id: string; n: number }>`
    select e.id::text, (select count(*)::int from reading r where r.device_id = e.id and r.metric = 'heart_rate') as n
    from equipment e join model m on m.id = e.model_id and m.kind = 'watch'
    where e.sn between ${populatedNo(1)} and ${populatedNo(customerCount)} and e.demo and e.deleted_at is null order by e.id`);
}

/** Adds heart rates up to a total, evenly over four weeks; skips a watch that has its share. */
export async function populateReadings(customerCount: number, total: number, onProgress: OnProgress): Promise<void> {
  const all = await onPool('report', () => watches(customerCount));
  const each = Math.ceil(total / Math.max(1, all.length));
  const missing = all.filter(({ n }) => n < each);
  const size = Math.max(1, Math.floor(batchSize / each));
  const step = Math.floor((days * 86_400) / each);
  for (let offset = 0; offset < missing.length; offset += size) {
    const ids = missing.slice(offset, offset + size).map(({ id }) => id);
    await command(system('populate'), async ({ tx }) => {
      await sql`
        insert into reading (device_id, metric, at, value, project_id, customer_id)
        select e.id, 'heart_rate', date_trunc('day', now()) - make_interval(secs => k * ${step}::int),
          64 + (e.id + k * 7) % 23 + case when k % 400 = 0 then 45 else 0 end, e.project_id, e.customer_id
        from equipment e, generate_series(1, ${each}::int) k where e.id = any(${ids}::bigint[]) on conflict do nothing`.execute(
        tx,
      );
    });
    onProgress('读数', Math.min(missing.length, offset + size) * each, missing.length * each);
  }
}
