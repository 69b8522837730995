import { sql } from 'kysely';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

/** Presses most demo devices within the last weeks; two of the others get a failed trial. */
const demo: Demo = {
  order: 147,
  run: () =>
    demoOnce('trial', async ({ tx }) => {
      await sql`
        with devices as (
          select e.id, row_number() over (order by e.sn) as place from equipment e join model m on m.id = e.model_id
          where e.demo and e.deleted_at is null and e.state = 'in_use' and m.capabilities @> array['sos']),
        pressed as (
          update device_state s set pressed_at = now() - make_interval(hours => (case when d.place % 4 = 0 then 960 + d.place * 7 else d.place * 5 end)::int)
          from devices d where d.id = s.device_id and (d.place % 4 <> 0 or d.place % 8 = 0))
        insert into trial (equipment_id, result, note, next_at, created_at, demo)
        select id, case when place = 4 then 'no_answer' else 'inconvenient' end, case when place = 4 then null else '在医院陪护，周末回家' end,
          case when place = 4 then now() - interval '1 hour' else now() + interval '3 days' end, now() - interval '1 day', true
        from devices where place in (4, 12)`.execute(tx);
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from trial where equipment_id in (select id from equipment where demo)`.execute(tx);
      return [];
    }),
};
export default demo;
