import { sql } from 'kysely';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

/** Gives the SIMs of the demo watches their data, and adds a few spare ones. */
const demo: Demo = {
  order: 146,
  run: () =>
    // The devices come with cards that have a number alone.
    demoOnce(
      'sim',
      async ({ tx }) => {
        await sql`
        with devices as (
          select e.id, row_number() over (order by e.sn) as place from equipment e join model m on m.id = e.model_id
          where e.demo and e.deleted_at is null and m.code = 'KT-W8')
        update sim set iccid = '8986044010' || lpad(d.place::text, 10, '0'), number = '14400' || lpad(d.place::text, 8, '0'),
          expire_date = current_date + (60 + d.place * 7)::int
        from devices d where d.id = sim.equipment_id and sim.deleted_at is null`.execute(tx);
        await sql`
        update sim set operator = (array['mobile', 'unicom', 'telecom'])[(1 + id % 3)::int], plan = '物联网 30MB/月',
          activated_at = current_date - 330 where demo`.execute(tx);
        await sql`
        insert into sim (iccid, number, operator, plan, department_id, project_id, demo)
        select '8986044020' || lpad(n::text, 10, '0'), '14401' || lpad(n::text, 8, '0'), 'mobile', '物联网 30MB/月', d.department_id, d.project_id, true
        from generate_series(1, 3) n, (select department_id, project_id from equipment where demo and deleted_at is null order by sn limit 1) d`.execute(
          tx,
        );
      },
      sql`iccid is not null`,
    ),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const demoOwnership = sql`(demo or department_id in (select id from department where demo) or project_id in (select id from project where demo))`;
      const demoSims = sql`(equipment_id in (select id from equipment where demo) or (equipment_id is null and ${demoOwnership}))`;
      // Deletes the reminders' notices, too.
      await sql`
        update notice set deleted_at = now() where id in (
          select r.notice_id from sim_reminder r join sim on sim.id = r.sim_id where ${demoSims})`.execute(tx);
      await sql`delete from sim where ${demoSims}`.execute(tx);
      return [];
    }),
};
export default demo;
