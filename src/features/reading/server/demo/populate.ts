import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { usableReading } from '#features/equipment/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { Populate } from '#server/feature/populate.ts';
import { countHoursOf } from '../hours.ts';
import { queueNewest } from '../queue.ts';

/** Values per transaction, approximately. */
const batchSize = 50_000;

/** Returns the watches of populated customers whose hours lack values, with the number of their values. */
async function uncounted(customerCount: number): Promise<{ id: string; n: number }[]> {
  return db.rows(sql<{ id: string; n: number }>`
    select e.id::text, r.n from equipment e join model m on m.id = e.model_id and m.kind = 'watch'
    cross join lateral (select count(*)::int as n from reading r where r.device_id = e.id and r.metric = 'heart_rate' and ${usableReading}) r
    where e.sn between ${populatedNo(1)} and ${populatedNo(customerCount)} and e.demo and e.deleted_at is null
      and r.n <> (select coalesce(sum(h.n), 0) from reading_hour h where h.device_id = e.id and h.metric = 'heart_rate') order by e.id`);
}

/** Counts the hours of the populated watches and queues their newest values. */
const part: Populate = {
  order: 155,
  async fill({ customers, readings }, onProgress) {
    if (readings === 0) return;
    const all = await onPool('report', () => uncounted(customers));
    const size = Math.max(1, Math.floor(batchSize / Math.max(1, all[0]?.n ?? 1)));
    for (let offset = 0; offset < all.length; offset += size) {
      const ids = all.slice(offset, offset + size).map(({ id }) => id);
      await command(system('populate'), async ({ tx }) => {
        await countHoursOf(tx, ids);
        await queueNewest(tx, ids);
      });
      onProgress('体征小时汇总', Math.min(all.length, offset + size), all.length);
    }
    await onPool('report', () => pool().query('vacuum (analyze) reading_hour'));
  },
};
export default part;
