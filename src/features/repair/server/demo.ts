import { sql } from 'kysely';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

/** Adds a spare watch sent to its maker, and a watch that returned to its customer. */
const demo: Demo = {
  order: 145,
  run: () =>
    demoOnce('repair', async ({ tx }) => {
      await sql`
        with devices as (
          select e.id, e.customer_id, row_number() over (partition by e.customer_id is null order by e.sn desc) as place
          from equipment e join model m on m.id = e.model_id where e.demo and e.deleted_at is null and m.code = 'KT-W8'),
        away as (
          insert into repair (equipment_id, fault, reported_by, handler, state, sent_to, created_at, demo)
          select id, '长按 SOS 键没有反应', '安装人员', '王工', 'sent', '厂家售后', now() - interval '9 days', true
          from devices where customer_id is null and place = 1 returning equipment_id),
        back as (
          insert into repair (equipment_id, customer_id, fault, reported_by, handler, state, sent_to, result, cost, created_at, closed_at, demo)
          select id, customer_id, '屏幕碎裂', '家属', '王工', 'repaired', '厂家售后', '更换屏幕，已测试', 120, now() - interval '30 days', now() - interval '21 days', true
          from devices where customer_id is not null and place = 1)
        update equipment set state = 'repair' where id in (select equipment_id from away)`.execute(tx);
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const demoEquipment = sql`(select id from equipment where demo)`;
      await sql`
        delete from repair where demo or equipment_id in ${demoEquipment} or customer_id in (select id from customer where demo)`.execute(
        tx,
      );
      await sql`update repair set substitute_id = null where substitute_id in ${demoEquipment}`.execute(tx);
      return [];
    }),
};
export default demo;
