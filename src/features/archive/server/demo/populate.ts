import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type Populate } from '#server/feature/populate.ts';
import { fillArchives } from './fillArchives.ts';

const batchSize = 500;

/** Returns the customers of these numbers whose archive says nothing outside the sections yet. */
async function emptyOnes(tx: Db, from: number, to: number): Promise<{ id: string; no: string }[]> {
  return tx.rows(sql<{ id: string; no: string }>`
    select c.id::text, c.no from customer c join archive a on a.customer_id = c.id
    where c.no between ${populatedNo(from)} and ${populatedNo(to)} and c.demo and c.deleted_at is null
      and a.lifestyle_cipher is null and a.none = '{}'
      and not exists (select 1 from vaccination v where v.customer_id = c.id) and not exists (select 1 from surgery s where s.customer_id = c.id)
    order by c.no`);
}

/** Fills the archives of the generated customers. */
const part: Populate = {
  order: 135,
  async fill({ customers: people }, onProgress) {
    for (const { from, to } of batchesTo(people, batchSize)) {
      await command(system('populate'), async ({ tx }) => {
        const empty = await emptyOnes(tx, from, to);
        const filled = empty.map(({ id, no }) => ({ id, number: Number(no.replace(/\D/g, '')), full: false }));
        if (filled.length > 0) await fillArchives(tx, filled);
      });
      onProgress('健康档案', to, people);
    }
    await onPool('report', () =>
      pool().query(
        'vacuum (analyze) archive, allergy, condition, medicine, surgery, family, vaccination, admission, aid',
      ),
    );
  },
};
export default part;
