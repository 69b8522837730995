import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let operator: TestUser;
let watch: TestWatch;
let id = '';
let device = '';
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
  const customer = await aCustomer(app, { name: '吴阿根' });
  const created = await aDevice(app, { customer });
  device = created.id;
  watch = await TestWatch.open(app.ports.watch, created.sn);
  await watch.press();
  const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, operator.token);
  id = rows[0]?.id ?? '';
  await stand({ battery: 15, signal: 40, online: true, lat: 30.1 });
  await app.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, level, since)
     select e.customer_id, k.metric, now() - k.age, 118, 0, e.id, null, now() from equipment e,
       (values ('heart_rate', interval '1 minute'), ('spo2', interval '8 days')) k (metric, age) where e.id = $1`,
    [device],
  );
});
afterAll(async () => {
  watch.close();
  await app.stop();
});

/** Sets the current state of the device. */
async function stand(state: { battery: number; signal: number; online: boolean; lat: number }): Promise<void> {
  await app.sql(
    `update device_state set battery = $2, signal = $3, online = $4, last_seen_at = now(), lat = $5, lng = 120.2,
       position_at = now(), position_source = 'gnss', accuracy = 12 where device_id = $1`,
    [device, state.battery, state.signal, state.online, state.lat],
  );
}

const facts = async () => {
  const { equipment, position, readings, keptAt, raisedDevice } = await app.call(
    deskApi.revealWarn,
    { id, reason: '核对' },
    app.admin,
  );
  return { equipment, position, readings, keptAt, raisedDevice };
};

test('a closed case keeps position, vitals and device as they were, whatever comes after', async () => {
  await app.call(warnApi.claimWarn, { id }, operator.token);
  const open = await facts();
  expect(open).toMatchObject({
    keptAt: null,
    equipment: { battery: 15, signal: 40 },
    position: { lat: 30.1, equipmentId: device },
    readings: [{ kind: 'heart_rate', value: 118 }],
    raisedDevice: { wearer: '吴阿根' },
  });
  await aConnectedCall(app, id, operator.token);
  await app.call(closingApi.closeWarn, { id, ...ending }, operator.token);
  await stand({ battery: 90, signal: 80, online: false, lat: 31.9 });
  await app.sql(`update reading_latest set value = 70 where source_id = $1`, [device]);
  await app.sql(`update equipment set name = '换过名字的手表' where id = $1`, [device]);
  const { keptAt, ...closed } = await facts();
  expect(keptAt).not.toBeNull();
  const { keptAt: _open, ...previous } = open;
  expect(closed).toEqual(previous);
});

test('what is kept of a person’s health lies encrypted', async () => {
  const [row] = await app.sql<{ record: string; text: string }>(
    'select record_cipher as record, to_jsonb(w)::text as text from warn w where id = $1',
    [id],
  );
  expect(row?.record).toMatch(/^k1:/);
  expect(row?.text).not.toContain('heart_rate');
});

test('a case that is opened again shows the present until it ends anew', async () => {
  const leader = await aUser(app, { role: 'leader' });
  await app.call(closingApi.reopenWarn, { id, reason: '家属又来电' }, leader.token);
  expect(await facts()).toMatchObject({ keptAt: null, equipment: { battery: 90 }, position: { lat: 31.9 } });
  await app.call(closingApi.falseWarn, { id, reason: 'mis_touch', confirmedBy: 'leader' }, leader.token);
  await stand({ battery: 5, signal: 5, online: true, lat: 33 });
  expect(await facts()).toMatchObject({ equipment: { battery: 90 }, position: { lat: 31.9 } });
});

test('of a case that ended before such records were kept nothing of today is told as of then', async () => {
  await app.sql('update warn set record_cipher = null where id = $1', [id]);
  const { equipment, position, readings, keptAt } = await facts();
  expect(keptAt).not.toBeNull();
  expect(equipment).toMatchObject({ battery: null, signal: null, lastSeenAt: null, online: 'unknown' });
  expect([position?.lat === 33, readings]).toEqual([false, []]);
});
