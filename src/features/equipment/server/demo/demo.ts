import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { addDevices, type MadeDevice, type Wearer } from './addDevices.ts';
import { type StandardModel, standardDevice } from './standardDevice.ts';

interface DemoCustomer extends Wearer {
  age: number;
}

/** Number of watches that the simulator can run; other customers have a button. */
const watches = 40;
const spare = 2;
const daysInUse = 100;

const pad = (index: number) => String(index).padStart(4, '0');
const watchNumbers = (index: number) => {
  const sn = `880000${pad(index + 1)}`;
  return { sn, identifier: sn, number: `1440000${pad(index + 1)}00` };
};

function spareWatch(index: number, { departmentId, projectId }: Wearer): MadeDevice {
  const { sn, identifier, number } = watchNumbers(index);
  const name = `待装 KT-W8 #${pad(index + 1)}`;
  const equipment = { sn, name, departmentId, projectId, state: 'issued' };
  return { model: 'KT-W8', identifier, sim: { number }, equipment };
}

function mqttDevice(model: StandardModel, customer: Wearer, index: number): MadeDevice {
  const sn = `DEMO-${model.replace('-', '')}-${pad(index + 1)}`;
  return standardDevice(model, customer, { sn, identifier: sn, number: null }, daysInUse);
}

function devicesOf(customers: DemoCustomer[], home: DemoCustomer): MadeDevice[] {
  const worn = customers.slice(0, watches);
  const others = [
    ...customers.slice(watches),
    ...customers.filter(({ name }) => ['王桂兰', '吴阿根', '孙月娥', '刘玉梅'].includes(name)),
  ];
  const frail = customers.filter(({ age }) => age >= 87).slice(0, 12);
  return [
    ...worn.map((customer, index) => standardDevice('KT-W8', customer, watchNumbers(index), daysInUse)),
    ...Array.from({ length: spare }, (_, index) => spareWatch(watches + index, home)),
    ...others.map((customer, index) => mqttDevice('NB-S3', customer, index)),
    ...frail.map((customer, index) => mqttDevice('SM-02', customer, index)),
  ];
}

/** Demo devices right after installation: none has reported, so each is 未激活 until its first message. */
async function addDemoDevices(tx: Db): Promise<void> {
  const rows = await tx.rows(sql<DemoCustomer>`
    select id::text, name, extract(year from age(birth_date))::int as age, department_id::text as "departmentId", project_id::text as "projectId", lat, lng
    from customer where demo and deleted_at is null order by customer.id`);
  const home = rows[0];
  if (home) await addDevices(tx, devicesOf(rows, home));
}

const demo: Demo = {
  order: 140,
  run: () => demoOnce('equipment', ({ tx }) => addDemoDevices(tx)),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const demoEquipment = sql`(select id from equipment where demo)`;
      await sql`update equipment set gateway_id = null where gateway_id in ${demoEquipment}`.execute(tx);
      for (const table of ['raw_message', 'reading', 'position', 'device_state'])
        await sql`delete from ${sql.id(table)} where device_id in ${demoEquipment}`.execute(tx);
      for (const table of ['equipment_identifier', 'equipment_binding', 'equipment_state_change'])
        await sql`delete from ${sql.id(table)} where equipment_id in ${demoEquipment}`.execute(tx);
      await tx.deleteFrom('equipment').where('demo', '=', true).execute();
      // A real device that was bound to a demo customer goes back to stock.
      const demoCustomers = sql`(select id from customer where demo)`;
      await sql`delete from equipment_binding where customer_id in ${demoCustomers}`.execute(tx);
      await sql`update equipment set customer_id = null, state = 'issued', version = version + 1 where customer_id in ${demoCustomers}`.execute(
        tx,
      );
      await sql`update reading set customer_id = null where customer_id in ${demoCustomers}`.execute(tx);
      await sql`update position set customer_id = null where customer_id in ${demoCustomers}`.execute(tx);
      return [];
    }),
};
export default demo;
