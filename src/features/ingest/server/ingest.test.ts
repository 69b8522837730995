import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Decoded, Message } from '#devices/message.ts';
import { deskApi } from '#features/desk/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { commitBad, commitBatch } from './ingest.ts';
import { messageOf, positionAt } from './testing.ts';
import { trimUnknown } from './unknown/unknownMessages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const rawOf = (device: string) =>
  app.sql<{ key: string; error: string | null }>('select key::text, error from raw_message where device_id = $1', [
    device,
  ]);
async function stateOf(device: string) {
  type State = { lat: number; position_at: Date; battery: number; online: boolean };
  const [row] = await app.sql<State>('select * from device_state where device_id = $1', [device]);
  return row;
}

describe('a repeat', () => {
  test('of a frame is answered again and stored once, on another connection too', async () => {
    const { id, sn } = await aDevice(app);
    const content = `UD,${placed(new Date())}`;
    for (let n = 0; n < 3; n++) {
      const watch = await TestWatch.open(app.ports.watch, sn);
      watch.send(content, '0A01');
      await watch.answered(watch.send('LK', `0B0${n}`));
      watch.close();
    }
    const kinds = await app.sql(
      'select kind, count(*)::int as n from raw_message where device_id = $1 group by kind order by kind',
      [id],
    );
    expect(kinds).toEqual([
      { kind: 'heartbeat', n: 3 },
      { kind: 'position', n: 1 },
    ]);
    expect(await app.sql('select 1 from position where device_id = $1', [id])).toHaveLength(1);
  });

  test('of a press is counted once, in one batch and in many at the same time', async () => {
    const customer = await aCustomer(app);
    const { id, sn } = await aDevice(app, { customer });
    const press = messageOf(sn, { kind: 'alarm', alarms: ['sos'], press: true, ownKey: '77' });
    await Promise.all([
      commitBatch([press, press]),
      commitBatch([press]),
      commitBatch([press]),
      commitBatch([press, press]),
    ]);
    expect(await rawOf(id)).toHaveLength(1);
    const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, app.admin);
    expect(rows).toMatchObject([{ repeatCount: 0 }]);
  });

  test('of a press ten minutes later is heard: the clock of the watch may stand still', async () => {
    const customer = await aCustomer(app);
    const { sn } = await aDevice(app, { customer });
    const stuck = {
      kind: 'alarm',
      alarms: ['sos' as const],
      press: true,
      ownKey: '5',
      time: '2026-01-01T00:00:00.000Z',
    };
    const now = Date.now();
    for (const ago of [1_300_000, 650_000, 0])
      await commitBatch([messageOf(sn, stuck, new Date(now - ago).toISOString())]);
    const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, app.admin);
    expect(rows).toMatchObject([{ repeatCount: 2 }]);
  });
});

test('a fall and then an SOS in one batch are one alarm, both in one message are two', async () => {
  const [one, two] = [await aCustomer(app), await aCustomer(app)];
  const [first, second] = [await aDevice(app, { customer: one }), await aDevice(app, { customer: two })];
  const press = (sn: string, alarms: Decoded['alarms']) => messageOf(sn, { kind: 'alarm', alarms, press: true });
  await commitBatch([press(first.sn, ['fall']), press(first.sn, ['sos']), press(second.sn, ['sos', 'fall'])]);
  const typesOf = async (customerId: string) =>
    (await app.list(warnListApi.getWarnList, { customerId }, app.admin)).rows.map((row) => [row.type, row.repeatCount]);
  expect(await typesOf(one)).toEqual([['sos', 1]]);
  expect((await typesOf(two)).sort()).toEqual([
    ['fall', 0],
    ['sos', 0],
  ]);
});

test('batches that share their devices in any order wait for each other, never in a ring', async () => {
  const devices = await Promise.all(
    Array.from({ length: 12 }, async () => aDevice(app, { customer: await aCustomer(app) })),
  );
  const press = (sn: string) => messageOf(sn, { kind: 'alarm', alarms: ['sos', 'fall'], press: true });
  const batches = Array.from({ length: 16 }, (_, n) =>
    devices.map((_one, m) => press(devices[(m * (n % 2 ? 1 : 11)) % 12]?.sn ?? '')),
  );
  await Promise.all(batches.map((batch) => commitBatch(batch)));
  const ids = devices.map((device) => device.id);
  const [raw] = await app.sql<{ n: number }>('select count(*)::int as n from raw_message where device_id = any($1)', [
    ids,
  ]);
  expect(raw?.n).toBe(16 * 12);
  const rows = await app.sql<{ repeat_count: number }>('select repeat_count from warn where equipment_id = any($1)', [
    ids,
  ]);
  expect(rows).toHaveLength(24);
  expect(rows.reduce((sum, row) => sum + row.repeat_count + 1, 0)).toBe(16 * 24);
});

test('a position never moves the last place back in time, a backlog goes into history', async () => {
  const { id, sn } = await aDevice(app);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const report = (lat: number, time: string, backlog = false) =>
    commitBatch([messageOf(sn, { position: positionAt(lat), time, backlog })]);
  await report(31.1, ago(2));
  await report(31.2, ago(30));
  await report(31.3, ago(60), true);
  expect((await stateOf(id))?.lat).toBe(31.1);
  await report(31.4, ago(1));
  expect((await stateOf(id))?.lat).toBe(31.4);
  expect(await app.sql('select 1 from position where device_id = $1', [id])).toHaveLength(4);
});

test('a clock of 2000 or 2099 is kept as it came, its place in history is clamped and marked', async () => {
  const { id, sn } = await aDevice(app);
  const times = ['2000-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  for (const time of times) await commitBatch([messageOf(sn, { position: positionAt(31), time })]);
  const rows = await app.sql<{ flags: number; device_time: Date; near: boolean }>(
    `select flags, device_time, abs(extract(epoch from at - now())) < 600 as near from position where device_id = $1 order by device_time`,
    [id],
  );
  expect(rows.map((row) => [row.flags, row.near, row.device_time.toISOString()])).toEqual(
    times.map((time) => [2, true, time]),
  );
});

test('one message that the database refuses costs no other, is kept raw, and its alarm is raised all the same', async () => {
  const customer = await aCustomer(app);
  const [good, bad] = [await aDevice(app), await aDevice(app, { customer })];
  // A battery value beyond the integer range, and a press in the same frame.
  const refused = messageOf(bad.sn, { kind: 'alarm', battery: 1e12, alarms: ['sos'], press: true });
  await expect(commitBatch([messageOf(good.sn, {}), refused])).rejects.toThrow();
  expect(await rawOf(good.id)).toEqual([]);
  await commitBad(refused, new Error('integer out of range'));
  expect(await rawOf(bad.id)).toMatchObject([{ error: 'integer out of range' }]);
  const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, app.admin);
  expect(rows).toMatchObject([{ type: 'sos', equipmentSn: bad.sn }]);
  await commitBad(messageOf(bad.sn, { battery: 1e12 }), new Error('integer out of range'));
  expect(await rawOf(bad.id)).toHaveLength(2);
});

describe('numbers that nobody registered', () => {
  test('are kept one row a number and minute, whatever they send, the body cut', async () => {
    const sn = String(8_980_000_000 + next());
    const receivedAt = '2026-11-21T08:00:10.000Z';
    const flood = Array.from({ length: 300 }, () => messageOf(sn, {}, receivedAt));
    await commitBatch(flood);
    await commitBatch([{ ...(flood[0] as Message), body: 'ab'.repeat(60_000) }]);
    const rows = await app.sql('select times, length(body) as bytes from unknown_message where number = $1', [sn]);
    expect(rows).toEqual([{ times: 301, bytes: 4096 }]);
  });

  test('that press in a flood from one port and range are a few alarms of their own and one that counts the rest', async () => {
    const first = 8_991_000_000;
    const pressFrom = (address: string, at: number) => ({
      ...messageOf(String(first + at), { kind: 'alarm', alarms: ['sos'], press: true }),
      address,
    });
    const flood = Array.from({ length: 2000 }, (_, at) => pressFrom(`203.0.113.${at % 250}`, at));
    const batches = Array.from({ length: 8 }, (_, at) => flood.slice(at * 250, at * 250 + 250));
    await Promise.all(batches.map((batch) => commitBatch(batch)));
    const engineer = await aUser(app, { role: 'engineer' });
    const open = async () => {
      const { rows } = await app.list(warnListApi.getWarnList, { type: ['unknown'], limit: 200 }, engineer.token);
      return rows.filter((row) => row.origin === '203.0.113.0/24');
    };
    const alarms = await open();
    expect(alarms).toHaveLength(6);
    const collecting = alarms.find((row) => row.numbers !== null);
    expect(collecting).toMatchObject({ numbers: 1995, repeatCount: 1994, equipmentSn: null, status: 'pending' });
    // A number already counted, one with its own alarm, and one from elsewhere.
    const countedIndex = Number(alarms.find((row) => row.equipmentSn !== null)?.equipmentSn) - first;
    const counted = Array.from({ length: 2000 }, (_, at) => at).find(
      (at) => !alarms.some((row) => row.equipmentSn === String(first + at)),
    );
    await commitBatch([
      pressFrom('203.0.113.9', counted ?? 0),
      pressFrom('203.0.113.9', countedIndex),
      pressFrom('198.51.100.1', 5000),
    ]);
    const after = await open();
    expect(after).toHaveLength(6);
    expect(after.find((row) => row.id === collecting?.id)).toMatchObject({ numbers: 1995, repeatCount: 1995 });
    expect(after.find((row) => row.equipmentSn === String(first + countedIndex))).toMatchObject({ repeatCount: 1 });
    expect(
      (await app.list(warnListApi.getWarnList, { equipmentSn: String(first + 5000) }, engineer.token)).rows,
    ).toMatchObject([{ origin: '198.51.100.0/24', numbers: null }]);
    const detail = await app.call(deskApi.getWarn, { id: collecting?.id ?? '' }, engineer.token);
    expect(detail.strangers[0]?.number).toBe(String(first + (counted ?? 0)));
    expect(detail.strangers).toHaveLength(10);
    expect(detail.steps.filter((step) => step.kind === 'created' || step.kind === 'repeated')).toHaveLength(1);
  });

  test('are taken sixty times a minute and with each alarm, and without a bound once they are registered', async () => {
    const sn = String(8_970_000_000 + next());
    // A connection of such a number is paused past 30 frames a minute, so the number reconnects repeatedly.
    for (let connection = 0; connection < 4; connection += 1) {
      const again = await TestWatch.open(app.ports.watch, sn);
      await again.answered(again.send('LK'));
      for (let n = 0; n < 25; n += 1) again.send(`UD,${placed(new Date(Date.now() - (connection * 25 + n) * 1000))}`);
      await again.answered(again.send('LK'));
      again.close();
    }
    const watch = await TestWatch.open(app.ports.watch, sn);
    const receivedTimes = () => app.sql('select sum(times)::int as n from unknown_message where number = $1', [sn]);
    expect(await receivedTimes()).toEqual([{ n: 60 }]);
    await watch.press();
    expect(await receivedTimes()).toEqual([{ n: 61 }]);
    expect(await app.sql('select type from warn where equipment_sn = $1', [sn])).toEqual([{ type: 'unknown' }]);
    const { id } = await aDevice(app, { sn });
    await watch.press();
    watch.send(`UD,${placed(new Date())}`);
    await watch.answered(watch.send('LK'));
    watch.close();
    expect(await rawOf(id)).toHaveLength(3);
  });

  test('are dropped after seven days, and the oldest when there are too many', async () => {
    const sn = String(8_980_000_000 + next());
    await commitBatch([messageOf(sn, {}, new Date(Date.now() - 8 * 86_400_000).toISOString())]);
    const { db } = await import('#server/db/db.ts');
    await trimUnknown(db);
    expect(await app.sql('select 1 from unknown_message where number = $1', [sn])).toEqual([]);
  });
});

describe('MQTT', () => {
  const open = (username: string, password: string) =>
    mqtt.connect({ host: '127.0.0.1', port: app.ports.mqtt, protocol: 'mqtt', username, password, reconnectPeriod: 0 });

  test('a device logs in with the secret that was shown once; a new secret ends the old one', async () => {
    const customer = await aCustomer(app);
    const device = await aDevice(app, { customer, model: 'mqtt' });
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.ports.mqtt}`, {
      username: device.sn,
      password: device.secret ?? '',
      reconnectPeriod: 0,
    });
    const body = {
      id: '1',
      ts: new Date().toISOString(),
      alarms: ['sos'],
      battery: 55,
      position: { lat: 31, lng: 121 },
    };
    await client.publishAsync(`equipment/${device.sn}/up`, JSON.stringify(body), { qos: 1 });
    const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, app.admin);
    expect(rows).toMatchObject([{ type: 'sos', equipmentSn: device.sn }]);
    expect(await stateOf(device.id)).toMatchObject({ battery: 55, online: true, lat: 31 });
    await client.publishAsync(`equipment/${device.sn}/up`, JSON.stringify(body), { qos: 1 });
    expect(await rawOf(device.id)).toHaveLength(1);
    await client.endAsync();
    const { secret } = await app.call(equipmentApi.resetEquipmentSecret, { id: device.id }, app.admin);
    const stored = await app.sql('select 1 from equipment where encode(secret_hash, $2) = encode(sha256($1), $2)', [
      Buffer.from(secret),
      'hex',
    ]);
    expect(stored).toHaveLength(1);
    const old = open(device.sn, device.secret ?? '');
    const problem = await new Promise<Error>((resolve) => old.once('error', resolve));
    expect(problem.message).toMatch(/not authorized|bad user/i);
    await old.endAsync(true);
  });

  test.each([
    ['an unknown device', 'no-such-device', 'x'],
    ['a device of another protocol', '', ''],
  ])('%s is not let in', async (_, sn, secret) => {
    const name = sn || (await aDevice(app)).sn;
    const client = open(name, secret);
    const problem = await new Promise<Error>((resolve) => client.once('error', resolve));
    expect(problem.message).toMatch(/not authorized|bad user/i);
    await client.endAsync(true);
  });
});

test('a device is online with its message and offline when it is silent for longer than its model allows', async () => {
  const { id, sn } = await aDevice(app);
  const row = async () => (await app.list(equipmentApi.getEquipmentList, { sn }, app.admin)).rows[0];
  expect(await row()).toMatchObject({ online: 'never', lastSeenAt: null });
  await commitBatch([messageOf(sn, { battery: 40 })]);
  expect(await row()).toMatchObject({ online: 'online', battery: 40 });
  await app.sql(`update device_state set last_seen_at = now() - interval '2 days' where device_id = $1`, [id]);
  const worker = (await extensionsOf('worker')).find(({ name }) => name === 'ingest')?.extension;
  await app.sql(`delete from lease where name = 'equipment.online'`);
  await app.sql(
    `insert into equipment_heartbeat (up_since, beaten_at) values (now() - interval '3 days', now())
     on conflict (id) do update set up_since = excluded.up_since, beaten_at = excluded.beaten_at`,
  );
  const stop = await worker?.start();
  await until('offline', async () => (await row())?.online === 'offline');
  await stop?.();
  await commitBatch([messageOf(sn, {})]);
  expect(await row()).toMatchObject({ online: 'online', offlineSince: null });
});

describe('registering', () => {
  const add = (input: object) => app.tryCall(equipmentApi.addEquipment, input, app.admin);

  test('a number is registered once, on whatever device', async () => {
    const { sn } = await aDevice(app);
    expect(await add({ sn, model: 'watch' })).toMatchObject({ status: 400 });
    const identifiers = [{ protocol: 'watch', number: sn }];
    expect(await add({ sn: `X${sn}`, model: 'watch', identifiers })).toMatchObject({
      status: 400,
      msg: '识别号已被其他设备使用',
    });
  });

  test('a model, customer or gateway that does not exist is refused in words', async () => {
    const sn = String(8_970_000_000 + next());
    expect((await add({ sn, model: 'none' })).status).toBe(400);
    expect((await add({ sn, model: 'watch', customerId: '999999999' })).status).toBe(400);
    expect((await add({ sn, model: 'watch', gatewayId: '999999999' })).status).toBe(404);
  });

  test('a number that it is known by on the wire may differ from its own', async () => {
    const customerId = await aCustomer(app);
    const number = String(8_960_000_000 + next());
    const identifiers = [{ protocol: 'watch', number }];
    expect((await add({ sn: `W-${number}`, model: 'watch', customerId, identifiers })).code).toBe(0);
    const watch = await TestWatch.open(app.ports.watch, number);
    await watch.press();
    watch.close();
    const { rows } = await app.list(warnListApi.getWarnList, { customerId }, app.admin);
    expect(rows).toMatchObject([{ equipmentSn: `W-${number}` }]);
  });

  test('a watch that is registered with its IMEI is found by the ten digits that it speaks with', async () => {
    const customerId = await aCustomer(app);
    const sn = `W-4105-${next()}`;
    expect((await add({ sn, model: 'watch', imei: '862641052047311', customerId })).code).toBe(0);
    const watch = await TestWatch.open(app.ports.watch, '4105204731');
    await watch.press();
    watch.close();
    const { rows } = await app.list(warnListApi.getWarnList, { customerId }, app.admin);
    expect(rows).toMatchObject([{ equipmentSn: sn }]);
  });
});

test('invented numbers of one address range fill no disk: past so many messages presses alone are kept, without their bytes', async () => {
  const from = (sn: string, decoded: Partial<Decoded> = {}) => ({ ...messageOf(sn, decoded), address: '198.51.100.7' });
  await commitBatch(Array.from({ length: 2001 }, () => from('INVENTED-1')));
  await commitBatch([from('INVENTED-2')]);
  for (let n = 0; n < 9; n += 1) await commitBatch(Array.from({ length: 2000 }, () => from('INVENTED-1')));
  await commitBatch([from('INVENTED-3'), from('INVENTED-4', { kind: 'alarm', alarms: ['sos'], press: true })]);
  const unknownRows = await app.sql(
    `select number, length(body) > 0 as whole from unknown_message where number like 'INVENTED-%' and number <> 'INVENTED-1' order by number`,
  );
  expect(unknownRows).toEqual([
    { number: 'INVENTED-2', whole: false },
    { number: 'INVENTED-4', whole: false },
  ]);
  expect(await app.sql(`select 1 from warn where equipment_sn = 'INVENTED-4'`)).toHaveLength(1);
});

test('a message that names a serial no command can have is stored as any other', async () => {
  const { id, sn } = await aDevice(app);
  const serials = [1e20, 0.5, -1];
  await commitBatch(serials.map((answeredSerial) => messageOf(sn, { kind: 'answer', values: { answeredSerial } })));
  expect((await rawOf(id)).map(({ error }) => error)).toEqual([null, null, null]);
});
