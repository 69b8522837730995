import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type OnProgress, type PopulatePlan, seededRandom } from '#server/feature/populate.ts';
import { type PopulatedDevice, populatedDevice, populatedSn } from './populatedDevice.ts';
import { addHistory } from './populateHistory.ts';

/** Devices per transaction: a multiple of the household size. */
const batchSize = 1000;
/** Offset of these devices' random seeds, behind those of customers. */
const behind = 50_000_000;

/** Returns which of these serial numbers exist already. */
async function existingSns(from: number, to: number): Promise<Set<string>> {
  const rows = await db.rows(sql<{ sn: string }>`
    select sn from equipment where sn between ${populatedSn(from)} and ${populatedSn(to)} and deleted_at is null`);
  return new Set(rows.map(({ sn }) => sn));
}

/** Writes the devices with their last state; those of served customers are bound. */
async function addDevices(tx: Db, devices: readonly PopulatedDevice[]): Promise<void> {
  const rows = JSON.stringify(
    devices.map(({ place, ...device }) => ({ ...device, no: place === null ? null : populatedNo(place) })),
  );
  await sql`
    with given as materialized (
      select nextval('id_seq') as id, d.*, m.id as model_id, c.id as customer_id, left(c.name, 6) as person, c.lat, c.lng,
        coalesce(c.department_id, departments.ids[1 + d.department % array_length(departments.ids, 1)]) as department_id,
        coalesce(c.project_id, projects.ids[1 + d.project % array_length(projects.ids, 1)]) as project_id,
        case when d.no is null or c.id is not null then d.state when d.seen is null then 'issued' else 'activated' end as now_state
      from jsonb_to_recordset(${rows}::jsonb) as d (sn text, model text, protocol text, called text, no text, state text, gateway text, position text, identifier text,
        number text, imei text, iccid text, "simExpireDate" date, batch text, supplier text, "warrantyDate" date, "createdAt" timestamptz, "installedAt" timestamptz,
        test text, firmware text, seen float8, online boolean, department int, project int, battery int, signal int, levels jsonb)
      join model m on m.code = d.model and m.deleted_at is null
      cross join (select array_agg(id order by id) as ids from department where demo and type = 'community') departments
      cross join (select array_agg(id order by id) as ids from project where demo and deleted_at is null) projects
      left join customer c on c.no = d.no and c.demo and c.deleted_at is null and c.service_state in ('active', 'paused')),
    new as (
      insert into equipment (id, sn, model_id, name, customer_id, position, number, imei, iccid, sim_expire_date, batch, supplier, warranty_date, state,
        department_id, project_id, lat, lng, installed_at, activated_at, gateway_id, created_at, demo)
      select g.id, g.sn, g.model_id, coalesce(g.person || '的' || g.called, g.called || ' ' || right(g.sn, 5)), g.customer_id, case when g.customer_id is not null then g.position end,
        g.number, g.imei, g.iccid, g."simExpireDate", g.batch, g.supplier, g."warrantyDate", g.now_state, g.department_id, g.project_id, g.lat, g.lng,
        case when g.customer_id is not null then g."installedAt" end, case when g.seen is not null then g."installedAt" + interval '3 minutes' end,
        coalesce((select b.id from given b where b.sn = g.gateway), (select b.id from equipment b where b.sn = g.gateway and b.deleted_at is null)), g."createdAt", true
      from given g returning id),
    numbers as (insert into equipment_identifier (protocol, number, equipment_id) select protocol, identifier, id from given where id in (select id from new)),
    states as (
      insert into device_state (device_id, project_id, online, last_seen_at, last_data_at, offline_since, silence_told_at, battery, signal, firmware, state_values, lat, lng, accuracy, position_source, position_at)
      select id, project_id, online, heard, heard, case when not online then heard end, case when not online then now() end, battery, signal, firmware, levels, mobile.lat, mobile.lng, accuracy, source, located
      from (select g.*, to_timestamp(g.seen / 1000) as heard from given g) g
      left join lateral (select g.lat, g.lng, 10 + g.battery % 30 as accuracy, 'gnss' as source, g.heard as located) mobile on g.number is not null and g.lat is not null and g.heard is not null
      where id in (select id from new)),
    changes as (
      insert into equipment_state_change (equipment_id, at, from_state, state, reason)
      select id, "installedAt", 'stock', case when now_state = 'in_use' then 'issued' else now_state end, '演示数据' from given where now_state <> 'stock' and id in (select id from new)
      union all select id, "installedAt" + interval '3 minutes', 'issued', 'in_use', '演示数据' from given where now_state = 'in_use' and id in (select id from new))
    insert into equipment_binding (equipment_id, customer_id, position, bound_at, installed_at, test_kind, tested_at, test_note)
    select id, customer_id, position, "installedAt", "installedAt", test, case when test <> 'none' then "installedAt" + interval '3 minutes' end, case when test = 'attested' then '演示数据' end
    from given where customer_id is not null and id in (select id from new)`.execute(tx);
}

/**
 * Adds devices of many models besides the customers' standard ones: bound, in stock, in repair, offline, each with its
 * last state.
 */
export async function populateMany(
  { equipment, customers: people }: PopulatePlan,
  onProgress: OnProgress,
): Promise<void> {
  const now = Date.now();
  for (const { from, to } of batchesTo(equipment, batchSize)) {
    const existing = await existingSns(from, to);
    const missing = Array.from({ length: to - from + 1 }, (_, place) => from + place)
      .filter((number) => !existing.has(populatedSn(number)))
      .map((number) => populatedDevice(number, seededRandom(number + behind), { people, now }));
    if (missing.length > 0)
      await command(system('populate'), async ({ tx }) => {
        await addDevices(tx, missing);
        await addHistory(tx, missing, now);
      });
    onProgress('各型设备', to, equipment);
  }
}
