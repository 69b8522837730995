import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type Populate } from '#server/feature/populate.ts';
import { addDevices, type MadeDevice, type Wearer } from './addDevices.ts';
import { populateMany } from './populateMany.ts';
import { populateReadings } from './populateReadings.ts';
import { standardDevice } from './standardDevice.ts';

/** Customers per transaction. */
const batchSize = 3000;
const daysInUse = 60;

interface Row extends Wearer {
  no: string;
  number: number;
}

/** Returns the state: most devices are online, some offline for days, some never reported. */
function stateOf(number: number, now: number): MadeDevice['deviceState'] {
  const online = number % 17 > 2;
  if (number % 17 === 0) return { online };
  const seen = new Date(online ? now : now - (30 + (number % 300)) * 3_600_000).toISOString();
  const battery = 10 + (number % 90);
  return { online, lastSeenAt: seen, lastDataAt: seen, offlineSince: online ? null : seen, battery };
}

/** Returns the device of a customer: of a hundred 20 get a watch, 10 a button and 4 a mat. */
function deviceOf(customer: Row, now: number): MadeDevice {
  const { no, number } = customer;
  const model = number % 100 < 20 ? 'KT-W8' : number % 100 < 30 ? 'NB-S3' : 'SM-02';
  // Demo watches have numbers 1440000…
  const phone = model === 'KT-W8' ? `1540${no.slice(2)}` : null;
  const device = standardDevice(model, customer, { sn: no, identifier: phone ?? no, number: phone }, daysInUse);
  const equipment = { ...device.equipment, activatedAt: device.equipment.installedAt ?? null };
  return { ...device, equipment, deviceState: stateOf(number, now) };
}

/** Adds devices for a third of these customers. */
async function addStandard(tx: Db, from: number, to: number): Promise<void> {
  const rows = await tx.rows(sql<Row>`
    select c.id::text, c.no, substr(c.no, 3)::int as number, c.name, c.department_id::text as "departmentId", c.project_id::text as "projectId", c.lat, c.lng
    from customer c where c.no between ${populatedNo(from)} and ${populatedNo(to)} and c.demo and c.deleted_at is null and substr(c.no, 3)::int % 100 < 34
      and not exists (select 1 from equipment e where e.sn = c.no)`);
  const now = Date.now();
  if (rows.length > 0)
    await addDevices(
      tx,
      rows.map((customer) => deviceOf(customer, now)),
    );
}

/** Populates customers' devices, readings of their watches, and devices of many more models. */
const part: Populate = {
  order: 140,
  async fill(plan, onProgress) {
    const { customers: people, readings } = plan;
    for (const { from, to } of batchesTo(people, batchSize)) {
      await command(system('populate'), ({ tx }) => addStandard(tx, from, to));
      onProgress('设备', to, people);
    }
    if (readings > 0) await populateReadings(people, readings, onProgress);
    await populateMany(plan, onProgress);
    await onPool('report', () =>
      pool().query(
        'vacuum (analyze) customer, equipment, sim, equipment_identifier, equipment_binding, device_state, reading, raw_message',
      ),
    );
  },
};
export default part;
