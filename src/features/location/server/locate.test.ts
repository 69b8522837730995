import { afterAll, beforeAll, expect, test } from 'vitest';
import { locationApi } from '#features/location/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const tryLocate = (customerId: string) => app.tryCall(locationApi.locateCustomer, { customerId }, app.admin);

test('locating again within 30 s gives the same answer and sends nothing twice, whoever asks; later it asks again', async () => {
  const customer = await aCustomer(app);
  const { id: device } = await aDevice(app, { customer });
  const [first, second] = await Promise.all([tryLocate(customer), tryLocate(customer)]);
  expect(first).toMatchObject({ status: 200, data: { state: 'queued', located: false } });
  expect(second.data).toEqual(first.data);
  await app.sql(`update equipment_command set state = 'acknowledged', answered_at = now() where equipment_id = $1`, [
    device,
  ]);
  expect((await tryLocate(customer)).data).toMatchObject({ state: 'acknowledged' });
  const commands = () => app.sql('select id from equipment_command where equipment_id = $1', [device]);
  expect(await commands()).toHaveLength(1);
  await app.sql(`update equipment_command set created_at = now() - interval '31 seconds' where equipment_id = $1`, [
    device,
  ]);
  await tryLocate(customer);
  expect(await commands()).toHaveLength(2);
  expect(await app.call(locationApi.getPlace, { customerId: customer }, app.admin)).toMatchObject({
    locate: { state: 'queued' },
    devices: [{ canLocate: true }],
  });
});

test('locating is refused without consent and without a device that can be asked, with the reason', async () => {
  const alone = await aCustomer(app);
  expect(await tryLocate(alone)).toMatchObject({ status: 409, msg: '没有可以立即定位的设备' });
  const without = await aCustomer(app, { consent: [] });
  await aDevice(app, { customer: without });
  expect(await tryLocate(without)).toMatchObject({ status: 409, msg: '未取得定位同意' });
});

test('who is on the way is listed with the place that the link reported last, until done', async () => {
  const customer = await aCustomer(app);
  const call = { type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' } as const;
  const { id: warnId } = await app.call(warnApi.addWarn, { customerId: customer, ...call }, app.admin);
  const [row] = await app.sql<{ id: string }>(
    `with sent as (insert into warn_dispatch (warn_id, name, kind, phone) values ($1, '周强', 'station', '13812345678') returning id),
     link as (insert into warn_link (warn_id, kind, to_id, to_name, token_hash) select $1, 'responder', id, '周强', int8send(id) from sent)
     select id::text from sent`,
    [warnId],
  );
  const reported = (lat: number) =>
    app.sql(`insert into warn_step (warn_id, kind, data) values ($1, 'note', $2)`, [
      warnId,
      JSON.stringify({ dispatchId: row?.id, place: { lat, lng: 118.8, accuracy: 20 } }),
    ]);
  await reported(28.9);
  await reported(28.91);
  const list = () => app.list(locationApi.getAppList, { warnId }, app.admin);
  expect(await list()).toMatchObject({
    count: 1,
    rows: [{ name: '周强', customerId: customer, lat: 28.91, accuracy: 20, state: 'sent', consent: 'link' }],
  });
  await app.sql(`update warn_dispatch set state = 'done' where id = $1`, [row?.id]);
  expect(await list()).toMatchObject({ count: 0, rows: [] });
});
