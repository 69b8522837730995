import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { closingApi } from '#features/closing/contract.ts';
import { consentApi } from '#features/consent/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { logApi } from '#features/equipmentLog/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { pool } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let operator: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
});
const open: TestWatch[] = [];
afterAll(async () => {
  for (const watch of open) watch.close();
  await app.stop();
});

const home = { lat: 28.91, lng: 118.81 };
const park = { lat: 28.92, lng: 118.82 };
const road = { lat: 28.93, lng: 118.83 };
const sos = '00010000';
let second = 0;
/** Returns the next second, so that each position has its own instant. */
const later = () => new Date(Date.now() - 60_000 + 1000 * second++);

async function wearer(fields: Record<string, unknown> = {}) {
  const customer = await aCustomer(app, fields);
  const { id, sn } = await aDevice(app, { customer });
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  return { customer, id, sn, watch };
}

/** Sends a position and waits until it is stored. */
async function reports(watch: TestWatch, place: typeof home): Promise<void> {
  watch.send(`UD,${placed(later(), '00000000', place)}`);
  await watch.answered(watch.send('LK'));
}
const presses = (watch: TestWatch, place: typeof home) =>
  watch.answered(watch.send(`AL,${placed(later(), sos, place)}`));

/** Returns the latitude of the device's state, and those of its history. */
async function stored(device: string) {
  const [state] = await app.sql('select lat from device_state where device_id = $1', [device]);
  const history = await app.sql<{ lat: number }>('select lat from position where device_id = $1 order by at', [device]);
  return [state?.lat, history.map(({ lat }) => lat)];
}

async function positionCount(customerId: string): Promise<string> {
  const { rows } = await app.list(warnListApi.getWarnList, { customerId, family: ['sos'] }, operator.token);
  expect(rows).toHaveLength(1);
  const id = rows[0]?.id ?? '';
  await app.call(warnApi.claimWarn, { id }, operator.token);
  return id;
}
const seen = (id: string) => app.call(deskApi.getWarn, { id }, operator.token);
const track = (id: string) => app.call(warnTrackApi.getWarnTrack, { id }, operator.token);
const consentOf = async (customerId: string) =>
  (await app.list(consentApi.getConsentList, { customerId }, app.admin)).rows[0]?.id ?? '';
const withdraw = async (customerId: string) =>
  app.call(consentApi.withdrawConsent, { id: await consentOf(customerId), reason: '本人要求' }, app.admin);
const agree = (customerId: string) => {
  const signed = {
    purpose: 'location',
    signedBy: '本人',
    relation: 'self',
    signedAt: new Date().toISOString(),
  } as const;
  return app.call(consentApi.addConsent, { customerId, ...signed }, app.admin);
};

test('after a withdrawal an alarm comes with its own place, and no other position is stored or shown until it is signed anew', async () => {
  const { customer, id: device, sn, watch } = await wearer();
  await reports(watch, home);
  expect(await stored(device)).toEqual([home.lat, [home.lat]]);
  await withdraw(customer);
  expect(await stored(device)).toEqual([null, [home.lat]]);

  await reports(watch, park);
  await presses(watch, road);
  await reports(watch, park);
  expect(await stored(device)).toEqual([null, [home.lat]]);
  const raw = await app.sql<{ frame: string }>(
    `select convert_from(body, 'UTF8') as frame from raw_message where device_id = $1`,
    [device],
  );
  const readable = raw.filter(({ frame }) => /UD,|AL,/.test(frame));
  expect(readable.map(({ frame }) => frame)).toEqual([expect.stringContaining('28.91')]);

  const log = await app.list(logApi.getEquipmentLogList, { sn, kind: ['position', 'alarm'] }, app.admin);
  expect(log.rows.map(({ text, summary, error }) => [text, summary, error])).toEqual([
    ...Array(3).fill(['', '', '没有定位同意，位置没有保存']),
    ['', '', '没有定位同意，位置不显示'],
  ]);

  const id = await positionCount(customer);
  expect(await seen(id)).toMatchObject({ type: 'sos', position: road, locationConsent: 'withdrawn' });
  expect(await track(id)).toMatchObject({ points: [], position: road, locationConsent: 'withdrawn', canLocate: false });
  expect(await app.tryCall(warnTrackApi.locateWarn, { id }, operator.token)).toMatchObject({
    status: 409,
    msg: '定位同意已撤回',
  });
  const order = { id: device, command: 'locate' } as const;
  expect(await app.tryCall(commandApi.sendCommand, order, app.admin)).toMatchObject({
    status: 409,
    msg: '客户没有同意定位',
  });

  await agree(customer);
  await reports(watch, park);
  expect(await stored(device)).toEqual([park.lat, [home.lat, park.lat]]);
  expect(await seen(id)).toMatchObject({ position: park, locationConsent: 'valid' });
  expect((await track(id)).points).toHaveLength(2);
});

test('of who was never asked positions are stored and not shown, but for the alarm’s own; an end is like a withdrawal', async () => {
  const { customer, id: device, watch } = await wearer({ consent: [] });
  await presses(watch, home);
  await reports(watch, park);
  const id = await positionCount(customer);
  expect(await stored(device)).toEqual([park.lat, [home.lat, park.lat]]);
  const shown = () => app.call(equipmentApi.getEquipment, { id: device }, app.admin);
  expect(await shown()).toMatchObject({ place: null, locationConsent: 'missing' });
  expect(await seen(id)).toMatchObject({ position: home, locationConsent: 'missing' });
  expect(await track(id)).toMatchObject({ points: [], position: home, canLocate: false });

  await agree(customer);
  expect(await seen(id)).toMatchObject({ position: park });
  expect(await shown()).toMatchObject({ place: park, locationConsent: 'valid' });
  await app.sql(`update consent set until = '2026-01-01' where customer_id = $1`, [customer]);
  await reports(watch, road);
  expect(await stored(device)).toEqual([park.lat, [home.lat, park.lat]]);
  expect(await seen(id)).toMatchObject({ position: home, locationConsent: 'over' });
});

test('a withdrawal makes a new version of an open alarm, so that screens look again', async () => {
  const { customer, watch } = await wearer();
  await presses(watch, home);
  const id = await positionCount(customer);
  const { version } = await seen(id);
  await withdraw(customer);
  expect(await seen(id)).toMatchObject({ version: version + 1, locationConsent: 'withdrawn' });
});

test('a closed case shows the alarm’s own place alone once the consent is withdrawn', async () => {
  const { customer, watch } = await wearer();
  await presses(watch, home);
  await reports(watch, park);
  const id = await positionCount(customer);
  await aConnectedCall(app, id, operator.token);
  await app.call(closingApi.closeWarn, { id, ...ending, followUpAt: '2099-01-01T00:00:00.000Z' }, operator.token);
  expect(await seen(id)).toMatchObject({ position: park });
  await withdraw(customer);
  expect(await seen(id)).toMatchObject({ position: home });
});

test('a watch is told to report seldom while its wearer does not agree, and as before for the next one', async () => {
  const { customer, id, watch } = await wearer();
  await reports(watch, home);
  const readable = async (frame: string) => {
    wake.publish('command');
    await until(frame, () => watch.text.includes(frame));
    watch.send('UPLOAD');
  };
  await withdraw(customer);
  await readable('*UPLOAD,86400]');
  await app.call(bindingApi.unbindEquipment, { id, reason: '换人' }, app.admin);
  await readable('*UPLOAD,300]');
  await app.call(
    bindingApi.bindEquipment,
    { id, customerId: customer, position: '客厅', installedAt: new Date().toISOString() },
    app.admin,
  );
  await until('it is told once more', async () => {
    const readings = await app.sql(
      `select 1 from equipment_command where equipment_id = $1 and params ->> 'seconds' = '86400'`,
      [id],
    );
    return readings.length === 2;
  });
  await agree(customer);
  const [last] = await app.sql(
    'select params from equipment_command where equipment_id = $1 order by id desc limit 1',
    [id],
  );
  expect(last?.params).toEqual({ seconds: 300, hushed: false });
});

test('a message that waits while somebody withdraws knows of it', async () => {
  const { customer, id: device, watch } = await wearer();
  const client = await pool().connect();
  try {
    await client.query('begin');
    await client.query('select 1 from device_state where device_id = $1 for update', [device]);
    watch.send(`UD,${placed(later(), '00000000', home)}`);
    const sent = watch.send('LK');
    await until('the message waits', async () => {
      const waiting = await app.sql('select 1 from pg_locks where not granted');
      return waiting.length > 0;
    });
    await client.query(`update consent set withdrawn_at = now(), reason = '本人要求' where customer_id = $1`, [
      customer,
    ]);
    await client.query('commit');
    await watch.answered(sent);
  } finally {
    client.release();
  }
  expect(await stored(device)).toEqual([null, []]);
});
