import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { commitBatch } from './ingest.ts';
import { messageOf, positionAt } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A device that one customer had until yesterday, and another has since. */
async function passedOn() {
  const [former, current] = [await aCustomer(app), await aCustomer(app)];
  const device = await aDevice(app, { customer: current });
  await app.sql(`update equipment_binding set bound_at = now() - interval '1 day' where equipment_id = $1`, [
    device.id,
  ]);
  await app.sql(
    `insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at)
     values ($1, $2, now() - interval '3 days', now() - interval '1 day')`,
    [device.id, former],
  );
  return { ...device, former, current };
}

test('a backlog belongs to who had the device when it was measured, and what a slow clock says to nobody else', async () => {
  const { id, sn, former, current } = await passedOn();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const measured = (hours: number, backlog: boolean) =>
    messageOf(sn, {
      readings: [{ kind: 'heart_rate', value: 60 + hours, unit: '/min', valid: true }],
      position: positionAt(31),
      time: hoursAgo(hours),
      backlog,
    });
  await commitBatch([
    measured(0, false),
    measured(2, true),
    measured(48, true),
    measured(50, false),
    measured(100, true),
  ]);
  const rows = (table: string) =>
    app.sql(`select customer_id::text as "customerId" from ${table} where device_id = $1 order by at desc`, [id]);
  const expected = [current, current, former, null, null].map((customerId) => ({ customerId }));
  expect(await rows('reading')).toEqual(expected);
  expect(await rows('position')).toEqual(expected);
  // A series goes by bindings: the value of the slow clock must not count where its time claims to be.
  const flags = await app.sql('select flags from reading where device_id = $1 order by at desc', [id]);
  expect(flags.map((row) => row.flags)).toEqual([0, 0, 0, 256, 0]);
});

test('a position of a former wearer who withdrew the consent is not kept, that of the present one is', async () => {
  const { id, sn, former, current } = await passedOn();
  const withdrawn = await app.sql(
    `update consent set withdrawn_at = now(), reason = '本人要求' where customer_id = $1 and purpose = 'location' returning id`,
    [former],
  );
  expect(withdrawn).toHaveLength(1);
  const report = (days: number) =>
    messageOf(sn, {
      position: positionAt(31),
      time: new Date(Date.now() - days * 86_400_000).toISOString(),
      backlog: true,
    });
  await commitBatch([report(0.5), report(2)]);
  expect(await app.sql('select customer_id::text as id from position where device_id = $1', [id])).toEqual([
    { id: current },
  ]);
  const bodies = await app.sql(`select body = '' as empty from raw_message where device_id = $1 order by empty`, [id]);
  expect(bodies).toEqual([{ empty: false }, { empty: true }]);
});

test('what a doubted sender measures is kept and marked, and stands among the values of nobody', async () => {
  const customer = await aCustomer(app);
  const { id, sn } = await aDevice(app, { customer });
  const heartRate = (value: number) =>
    messageOf(sn, { readings: [{ kind: 'heart_rate', value, unit: '/min', valid: true }] });
  await commitBatch([heartRate(70)]);
  await commitBatch([{ ...heartRate(180), conflicting: true }]);
  expect(await app.sql('select value, flags from reading where device_id = $1 order by value', [id])).toEqual([
    { value: 70, flags: 0 },
    { value: 180, flags: 256 },
  ]);
  const rows = await app.call(equipmentApi.getEquipmentData, { id }, app.admin);
  expect(rows).toMatchObject([{ kind: 'heart_rate', value: 70 }]);
});
