import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

interface DemoProject {
  code: string;
  name: string;
  quotaCustomer?: number;
  quotaEquipment?: number;
}

/** Adds projects of the demo district that do not exist. */
export async function addProjects(tx: Db, projects: readonly DemoProject[]): Promise<void> {
  await sql`
    insert into project (code, name, owner_org, department_id, hotline, screen_title, start_date, quota_customer, quota_equipment, demo)
    select n.code, n.name, '宁江市南塘区民政局', d.id, '0570-5550 1234', '南塘区居家养老监护平台', date_trunc('year', now())::date, n."quotaCustomer", n."quotaEquipment", true
    from (select id from department where demo and type = 'district' order by id limit 1) d,
      jsonb_to_recordset(${JSON.stringify(projects)}::jsonb) as n (code text, name text, "quotaCustomer" int, "quotaEquipment" int)
    where not exists (select 1 from project p where p.code = n.code)`.execute(tx);
}
