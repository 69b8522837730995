import { sql } from 'kysely';
import { bigints } from '#server/db/values.ts';
import { ownershipsInUse } from '#server/feature/ownedCounts.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

const demo: Demo = {
  order: 110,
  run: () =>
    demoOnce('project', async ({ tx }) => {
      await sql`
        insert into project (code, name, owner_org, department_id, hotline, screen_title, start_date, quota_customer, quota_equipment, demo)
        select 'demo-nantang', '南塘区居家养老监护', '宁江市南塘区民政局', d.id, '0570-5550 1234', '南塘区居家养老监护平台', date_trunc('year', now())::date, 200, 300, true
        from department d where d.demo and d.type = 'district' order by d.id limit 1`.execute(tx);
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`
        delete from project p where p.demo and not exists (select 1 from "user" u where p.id = any(u.project_ids))
          and p.id <> all(${bigints(await ownershipsInUse(tx, 'project_id'))})`.execute(tx);
      const remaining = await tx.rows(sql<{ name: string }>`select name from project where demo`);
      return remaining.map(({ name }) => `项目 ${name}：下面有正式数据`);
    }),
};
export default demo;
