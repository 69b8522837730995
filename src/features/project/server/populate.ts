import { sql } from 'kysely';
import type { Populate } from '#server/feature/populate.ts';
import { inOneChange } from '#server/feature/seeds.ts';

/** Projects without a quota, for any number of generated customers. */
const projects = [
  { code: 'demo-nantang-many', name: '南塘区政府购买居家服务' },
  { code: 'demo-nantang-ltc', name: '南塘区长护险居家照护' },
  { code: 'demo-nantang-watch', name: '南塘区智能手表普惠' },
];

/** Adds projects in the demo district for mass data. */
const part: Populate = {
  order: 110,
  async fill() {
    await inOneChange(async ({ tx }) => {
      await sql`
        insert into project (code, name, owner_org, department_id, hotline, screen_title, start_date, demo)
        select n.code, n.name, '宁江市南塘区民政局', d.id, '0570-5550 1234', '南塘区居家养老监护平台', date_trunc('year', now())::date, true
        from department d, jsonb_to_recordset(${JSON.stringify(projects)}::jsonb) as n (code text, name text)
        where d.demo and d.type = 'district' and not exists (select 1 from project p where p.code = n.code)`.execute(
        tx,
      );
      return [];
    });
  },
};
export default part;
