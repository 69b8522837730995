import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type Populate } from '#server/feature/populate.ts';
import { populateMany } from './demo/populateMany.ts';
import { populateReadings } from './demo/populateReadings.ts';

const batchSize = 5000;

/**
 * Adds devices for a third of these customers: of a hundred 20 get a watch, 10 a button and 4 a mat. Most are online,
 * some offline for days, some never reported. Demo watches have numbers 1440000…, these 1540….
 */
async function addDevices(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    with people as (
      select c.id as customer_id, left(c.name, 6) as person, c.department_id, c.project_id, substr(c.no, 3) as n, substr(c.no, 3)::int as place from customer c
      where c.no between ${populatedNo(from)} and ${populatedNo(to)} and c.demo and c.deleted_at is null and substr(c.no, 3)::int % 100 < 34
        and not exists (select 1 from equipment e where e.sn = c.no)),
    given as (
      select nextval('id_seq') as id, 'YS' || p.n as sn, '1540' || p.n as number, m.id as model_id, m.protocol, m.kind = 'watch' as watch,
        p.person || '的' || case m.kind when 'watch' then '手表' when 'button' then '按钮' else '睡眠带' end as name,
        case m.kind when 'watch' then '随身' when 'button' then '客厅' else '卧室' end as position, p.*
      from people p join model m on m.deleted_at is null
        and m.code = case when p.place % 100 < 20 then 'KT-W8' when p.place % 100 < 30 then 'NB-S3' else 'SM-02' end),
    new as (
      insert into equipment (id, sn, model_id, name, customer_id, position, number, state, department_id, project_id, installed_at, activated_at, demo)
      select id, sn, model_id, name, customer_id, position, case when watch then number end, 'in_use', department_id, project_id, now() - interval '60 days', now() - interval '60 days', true
      from given returning id),
    known as (
      insert into equipment_identifier (protocol, number, equipment_id)
      select protocol, case when watch then number else sn end, id from given where id in (select id from new)),
    states as (
      insert into device_state (device_id, project_id, online, last_seen_at, last_data_at, offline_since, battery)
      select id, project_id, place % 17 > 2, seen, seen, case when place % 17 <= 2 then seen end, case when seen is not null then 10 + place % 90 end
      from (select g.*, case when place % 17 > 2 then now() when place % 17 > 0 then now() - make_interval(hours => 30 + place % 300) end as seen from given g) s
      where id in (select id from new))
    insert into equipment_binding (equipment_id, customer_id, position, bound_at, installed_at, test_kind, tested_at, test_note)
    select id, customer_id, position, now() - interval '60 days', now() - interval '60 days', 'attested', now() - interval '60 days', '演示数据' from given where id in (select id from new)`.execute(
    tx,
  );
}

/** Populates customers' devices, readings of their watches, and devices of many more models. */
const part: Populate = {
  order: 140,
  async fill(plan, onProgress) {
    const { customers: people, readings } = plan;
    for (const { from, to } of batchesTo(people, batchSize)) {
      await command(system('populate'), ({ tx }) => addDevices(tx, from, to));
      onProgress('设备', to, people);
    }
    if (readings > 0) await populateReadings(people, readings, onProgress);
    await populateMany(plan, onProgress);
    await onPool('report', () =>
      pool().query(
        'vacuum (analyze) equipment, equipment_identifier, equipment_binding, device_state, reading, raw_message',
      ),
    );
  },
};
export default part;
