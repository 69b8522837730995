import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

interface DemoCustomer {
  id: string;
  name: string;
  age: number;
  department_id: string;
  project_id: string;
}

interface Device {
  model: 'KT-W8' | 'NB-S3' | 'SM-02';
  protocol: 'watch' | 'mqtt';
  sn: string;
  name: string;
  position: string | null;
  number: string | null;
  customer_id: string | null;
  department_id: string;
  project_id: string;
}

/** Number of watches that the simulator can run; other customers have a button. */
const watches = 40;
const spare = 2;

const pad = (index: number) => String(index).padStart(4, '0');
/** Cuts a long customer name, so that it fits `equipment.name`. */
const short = (name: string) => (name.length > 6 ? `${name.slice(0, 6)}…` : name);

function watchOf(index: number, customer: DemoCustomer | null, home: DemoCustomer): Device {
  return {
    model: 'KT-W8',
    protocol: 'watch',
    sn: `880000${pad(index + 1)}`,
    name: customer ? `${short(customer.name)}的定位手表` : `待装 KT-W8 #${pad(index + 1)}`,
    position: customer ? '随身' : null,
    number: `1440000${pad(index + 1)}00`,
    customer_id: customer?.id ?? null,
    department_id: (customer ?? home).department_id,
    project_id: home.project_id,
  };
}

function mqttOf(model: 'NB-S3' | 'SM-02', index: number, customer: DemoCustomer): Device {
  const button = model === 'NB-S3';
  return {
    model,
    protocol: 'mqtt',
    sn: `DEMO-${model.replace('-', '')}-${pad(index + 1)}`,
    name: `${short(customer.name)} ${button ? 'SOS按钮' : '睡眠带'}`,
    position: button ? '客厅' : '卧室',
    number: null,
    customer_id: customer.id,
    department_id: customer.department_id,
    project_id: customer.project_id,
  };
}

function devicesOf(customers: DemoCustomer[], home: DemoCustomer): Device[] {
  const worn = customers.slice(0, watches);
  const others = [
    ...customers.slice(watches),
    ...customers.filter(({ name }) => ['王桂兰', '吴阿根', '孙月娥', '刘玉梅'].includes(name)),
  ];
  const frail = customers.filter(({ age }) => age >= 87).slice(0, 12);
  return [
    ...worn.map((customer, index) => watchOf(index, customer, home)),
    ...Array.from({ length: spare }, (_, index) => watchOf(watches + index, null, home)),
    ...others.map((customer, index) => mqttOf('NB-S3', index, customer)),
    ...frail.map((customer, index) => mqttOf('SM-02', index, customer)),
  ];
}

/** Demo devices right after installation: none has reported, so each is 未激活 until its first message. */
async function addDevices(tx: Db): Promise<void> {
  const rows = await tx.rows(sql<DemoCustomer>`
    select id::text, name, extract(year from age(birth_date))::int as age, department_id::text, project_id::text
    from customer where demo and deleted_at is null order by customer.id`);
  const customers = rows;
  const home = customers[0];
  if (!home) return;
  await sql`
    with given as (
      select nextval('id_seq') as id, m.id as model_id, d.* from jsonb_to_recordset(${JSON.stringify(devicesOf(customers, home))}::jsonb) as d (
        model text, protocol text, sn text, name text, position text, number text, customer_id bigint, department_id bigint, project_id bigint)
      join model m on m.code = d.model and m.deleted_at is null),
    new as (
      insert into equipment (id, sn, model_id, name, customer_id, position, number, state, department_id, project_id, installed_at, demo)
      select id, sn, model_id, name, customer_id, position, number, case when customer_id is null then 'issued' else 'in_use' end,
        department_id, project_id, case when customer_id is null then null else now() - interval '30 days' end, true
      from given returning id),
    known as (insert into equipment_identifier (protocol, number, equipment_id) select protocol, sn, id from given where id in (select id from new)),
    states as (insert into device_state (device_id, project_id) select id, project_id from given where id in (select id from new))
    insert into equipment_binding (equipment_id, customer_id, position, bound_at, installed_at, test_kind, tested_at, test_note)
    select id, customer_id, position, now() - interval '30 days', now() - interval '30 days', 'attested', now() - interval '30 days', '演示数据' from given where customer_id is not null and id in (select id from new)`.execute(
    tx,
  );
}

/** Stock moves: every device was received once; three are lent, one overdue and one due soon. */
async function addMoves(tx: Db): Promise<void> {
  await sql`
    insert into stock_move (equipment_id, kind, created_at) select id, 'in', now() - interval '60 days' from equipment where demo`.execute(
    tx,
  );
  await sql`
    insert into stock_move (equipment_id, kind, customer_id, due_date, created_at)
    select id, 'loan', customer_id, current_date + case place when 1 then -2 when 2 then 2 else 20 end, now() - interval '30 days'
    from (select id, customer_id, row_number() over (order by sn) as place from equipment where demo and customer_id is not null) d
    where place <= 3`.execute(tx);
}

const demo: Demo = {
  order: 140,
  run: () =>
    demoOnce('equipment', async ({ tx }) => {
      await addDevices(tx);
      await addMoves(tx);
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const demoEquipment = sql`(select id from equipment where demo)`;
      await sql`update equipment set gateway_id = null where gateway_id in ${demoEquipment}`.execute(tx);
      for (const table of ['raw_message', 'reading', 'position', 'device_state'])
        await sql`delete from ${sql.id(table)} where device_id in ${demoEquipment}`.execute(tx);
      for (const table of [
        'equipment_identifier',
        'equipment_binding',
        'equipment_state_change',
        'equipment_test',
        'equipment_command',
        'stock_move',
      ])
        await sql`delete from ${sql.id(table)} where equipment_id in ${demoEquipment}`.execute(tx);
      await sql`delete from equipment where demo`.execute(tx);
      // A real device that was bound to a demo customer goes back to stock.
      const demoCustomers = sql`(select id from customer where demo)`;
      await sql`delete from equipment_binding where customer_id in ${demoCustomers}`.execute(tx);
      await sql`delete from stock_move where customer_id in ${demoCustomers}`.execute(tx);
      await sql`update equipment set customer_id = null, state = 'issued', version = version + 1 where customer_id in ${demoCustomers}`.execute(
        tx,
      );
      await sql`update reading set customer_id = null where customer_id in ${demoCustomers}`.execute(tx);
      await sql`update position set customer_id = null where customer_id in ${demoCustomers}`.execute(tx);
      return [];
    }),
};
export default demo;
