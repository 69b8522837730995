import { sql } from 'kysely';
import { bigints } from '#server/db/values.ts';
import { ownershipsInUse } from '#server/feature/ownedCounts.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { addProjects } from './demoProjects.ts';

const demo: Demo = {
  order: 110,
  run: () =>
    demoOnce('project', ({ tx }) =>
      addProjects(tx, [{ code: 'demo-nantang', name: '南塘区居家养老监护', quotaCustomer: 200, quotaEquipment: 300 }]),
    ),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`
        delete from project p where p.demo and not exists (select 1 from "user" u where p.id = any(u.project_ids))
          and p.id <> all(${bigints(await ownershipsInUse(tx, 'project_id'))})`.execute(tx);
      const remaining = await tx.selectFrom('project').select('name').where('demo', '=', true).execute();
      return remaining.map(({ name }) => `项目 ${name}：下面有正式数据`);
    }),
};
export default demo;
