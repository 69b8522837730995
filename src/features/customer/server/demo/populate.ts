import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { type Db, db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type Populate } from '#server/feature/populate.ts';
import { populatedNo } from '../customerNo.ts';
import { addCustomers } from './addCustomers.ts';
import { type Homes, populatedCustomer } from './populatedCustomer.ts';

/** Customers per transaction. */
const batchSize = 500;

async function homesOf(tx: Db): Promise<Homes> {
  const departments = await tx.rows(sql<{ id: string; estate: string }>`
    select id::text, address as estate from department where demo and type = 'community' and address is not null order by id`);
  const projects = await tx
    .selectFrom('project')
    .select('id')
    .where('demo', '=', true)
    .where('quotaCustomer', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  const users = await tx
    .selectFrom('user')
    .select('id')
    .where('demo', '=', true)
    .where('status', '=', 'enabled')
    .orderBy('id')
    .execute();
  if (departments.length === 0 || projects.length === 0)
    throw new Error('没有演示的部门和项目：演示数据已删除。要重新加入，请先删除 DATA_DIR/demo-removed');
  return {
    departments: departments,
    projects: projects.map(({ id }) => id),
    userIds: users.map(({ id }) => id),
  };
}

/** Returns which of these numbers exist already. */
async function existingNumbers(from: number, to: number): Promise<Set<string>> {
  const rows = await db.rows(sql<{ no: string }>`
    select no from customer where no between ${populatedNo(from)} and ${populatedNo(to)}`);
  return new Set(rows.map(({ no }) => no));
}

/** Populates customers of the demo's communities with their contacts. */
const part: Populate = {
  order: 130,
  async refusal({ amongReal }) {
    if (amongReal) return undefined;
    const real = await db.rows(sql`select 1 from customer where not demo and deleted_at is null limit 1`);
    return real.length > 0 ? '这个数据库里有真实的客户，没有加入演示客户。确实要加入请写上 --among-real' : undefined;
  },
  async fill({ customers: people }, onProgress) {
    const homes = await homesOf(db);
    for (const { from, to } of batchesTo(people, batchSize)) {
      const existing = await existingNumbers(from, to);
      const missing = Array.from({ length: to - from + 1 }, (_, place) => from + place).filter(
        (number) => !existing.has(populatedNo(number)),
      );
      if (missing.length > 0)
        await command(system('populate'), (ctx) =>
          addCustomers(
            ctx,
            missing.map((number) => populatedCustomer(number, homes)),
            ['service', 'location'],
          ),
        );
      onProgress('客户', to, people);
    }
    // Updates the planner's statistics, and the visibility map for index-only scans of lists.
    await onPool('report', () => pool().query('vacuum (analyze) customer, customer_contact, consent'));
  },
};
export default part;
