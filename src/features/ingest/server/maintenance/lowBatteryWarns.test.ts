import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { pool } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { raiseLowBatteryWarns } from './lowBatteryWarns.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(() => app.stop());

/** Creates a customer's watch with a battery level in percent and a forecast in days. */
async function aWatch(battery: number, days: number | null) {
  const device = await aDevice(app, { customer: await aCustomer(app) });
  await says(device.id, battery, days);
  return device;
}
/** The current falling run began with the charge, ten hours ago. */
const says = (id: string, battery: number, days: number | null) =>
  app.sql(
    `update device_state set online = true, battery = $2, state_values = jsonb_build_object('batteryDays', $3::int, 'kept',
       jsonb_build_object('battery', jsonb_build_object('at', t.now - 3e5, 'value', $2::int)),
       'run', jsonb_build_object('from', t.now - 36e6, 'to', t.now - 3e5, 'value', $2::int, 'n', 9, 't', 45, 'v', 450, 'tt', 300, 'tv', 2000))
     from (select (extract(epoch from now()) * 1000)::float8 as now) t where device_id = $1`,
    [id, battery, days],
  );
const work = async (equipmentId: string) =>
  (
    await app.list(warnListApi.getWarnList, { family: ['device'], type: ['low_batt'], limit: 200 }, engineer.token)
  ).rows.filter((row) => row.equipmentId === equipmentId);

test('a battery that is forecast to end within a week is one alarm for device staff, also by two nodes at once', async () => {
  const low = await aWatch(18, 2);
  await Promise.all([raiseLowBatteryWarns(), raiseLowBatteryWarns()]);
  await raiseLowBatteryWarns();
  const [row] = await work(low.id);
  expect(await work(low.id)).toMatchObject([{ level: 4, status: 'pending', repeatCount: 0 }]);
  const { steps } = await app.call(deskApi.getWarn, { id: row?.id ?? '' }, app.admin);
  expect(steps).toMatchObject([{ kind: 'created', note: '电量 18%，预计还能用 2 天' }]);
});

test('a battery is no work while it lasts: little of it for weeks, or few days of much of it', async () => {
  const [button, watch, unsure] = [await aWatch(15, 60), await aWatch(60, 2), await aWatch(15, null)];
  const nearly = await aWatch(10, null);
  const store = await aDevice(app);
  await says(store.id, 5, 1);
  await raiseLowBatteryWarns();
  for (const { id } of [button, watch, unsure, store]) expect(await work(id)).toEqual([]);
  expect(await work(nearly.id)).toMatchObject([{ status: 'pending' }]);
});

test('it is not told again before it is charged, which takes it back; low once more it is new work', async () => {
  const { id, sn } = await aWatch(12, 1);
  await raiseLowBatteryWarns();
  const [first] = await work(id);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.answered(watch.send('LK,0,0,11'));
  await raiseLowBatteryWarns();
  expect(await work(id)).toMatchObject([{ status: 'pending', repeatCount: 0 }]);
  await watch.answered(watch.send('LK,0,0,96'));
  watch.close();
  await raiseLowBatteryWarns();
  const ended = await app.call(deskApi.getWarn, { id: first?.id ?? '' }, app.admin);
  expect([ended.status, ended.steps.map(({ kind }) => kind)]).toEqual(['done', ['created', 'recovered', 'closed']]);

  await says(id, 12, 1);
  await raiseLowBatteryWarns();
  expect((await work(id)).map(({ status }) => status).sort()).toEqual(['done', 'pending']);
});

test('what a device says of its battery itself is the same alarm, and nothing is added to it', async () => {
  const { id, sn } = await aWatch(14, 1);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press('00000001');
  watch.close();
  expect(await work(id)).toMatchObject([{ status: 'pending', repeatCount: 0 }]);
  await raiseLowBatteryWarns();
  expect(await work(id)).toMatchObject([{ status: 'pending', repeatCount: 0 }]);
});

test('no message of a device waits while batteries are judged, and they are judged while one is stored', async () => {
  const { id, sn } = await aWatch(14, 1);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press('00000001');
  watch.close();
  const client = await pool().connect();
  try {
    await client.query('begin');
    await client.query('select 1 from device_state where device_id = $1 for update', [id]);
    await raiseLowBatteryWarns();
    await client.query('commit');
  } finally {
    client.release();
  }
  await raiseLowBatteryWarns();
  expect(await work(id)).toMatchObject([{ status: 'pending', repeatCount: 0 }]);
});
