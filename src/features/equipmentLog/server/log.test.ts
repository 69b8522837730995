import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { maskNumbers } from '#features/equipmentCommand/server/service.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import {
  aCustomer,
  aDevice,
  aProject,
  aRole,
  aUser,
  next,
  type TestDevice,
  type TestUser,
} from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { logApi } from '../contract.ts';
import { maskNumberBytes } from './logMasking.ts';

let app: TestApp;
let engineer: TestUser;
let device: TestDevice;
let customer: string;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
  customer = await aCustomer(app);
  device = await aDevice(app, { customer });
  await speak(device, [`AL,${placed(new Date(), '00010000')}`, 'heart,72', 'XWQ,9', 'LK,50,100,67']);
});
afterAll(() => app.stop());

/** Sends frames of a device and waits until the last one, an `LK`, is stored. */
async function speak({ sn }: TestDevice, contents: readonly string[]): Promise<void> {
  const watch = await TestWatch.open(app.ports.watch, sn);
  const indexes = contents.map((content) => watch.send(content));
  await watch.answered(indexes.at(-1) ?? '');
  watch.close();
}

const rowsOf = async (
  input: Parameters<typeof app.list<typeof logApi.getEquipmentLogList>>[1],
  token = engineer.token,
) => app.list(logApi.getEquipmentLogList, { limit: 50, ...input }, token);

const refused = async (input: Record<string, unknown>) =>
  (await app.tryCall(logApi.getEquipmentLogList, input, engineer.token)) as { status: number; msg: string };

test('a device’s messages stand newest first with what they say, and its commands among them', async () => {
  await app.sql(
    `insert into equipment_command (equipment_id, command, valid_until, state, tries, sent_at, tried_at, bytes)
     values ($1, 'locate', now(), 'acknowledged', 2, now(), array[now() - interval '1 minute', now()], 'CR')`,
    [device.id],
  );
  const { rows, count } = await rowsOf({ sn: device.sn });
  expect(count).toBe(6);
  const times = rows.map(({ receivedAt }) => receivedAt);
  expect(times).toEqual([...times].sort().reverse());
  const tried = rows.filter(({ direction }) => direction === 'down');
  expect(tried).toMatchObject([
    { result: 'ok', text: 'CR', decoded: { command: 'locate', try: 2 } },
    { result: 'sent', summary: expect.stringContaining('第 1 次') },
  ]);
  const again = await app.call(logApi.getEquipmentLog, { id: tried[1]?.id ?? '' }, engineer.token);
  expect(again).toMatchObject({ id: tried[1]?.id, receivedAt: tried[1]?.receivedAt });
  const ofKind = (wanted: string) => rows.find(({ kind }) => kind === wanted);
  expect(ofKind('heartbeat')).toMatchObject({
    sn: device.sn,
    customerId: customer,
    protocol: 'watch',
    direction: 'up',
    result: 'ok',
    summary: 'LK 步数 50 翻身 100 电量 67%',
    text: expect.stringMatching(/^\[3G\*.*LK,50,100,67\]$/),
  });
  expect(ofKind('alarm')).toMatchObject({ summary: expect.stringContaining('AL 主动呼救 位置 GPS'), late: false });
  expect(ofKind('unknown')).toMatchObject({ summary: '未知类型 XWQ，已存原文', result: 'undecoded' });
});

test('direction, kind, result and time narrow the list, and a live tail asks for what was stored since', async () => {
  const kinds = async (input: object) => (await rowsOf({ sn: device.sn, ...input })).rows.map(({ kind }) => kind);
  expect(await kinds({ direction: 'down' })).toEqual(['command', 'command']);
  expect(await kinds({ kind: ['alarm', 'command'], direction: 'up' })).toEqual(['alarm']);
  expect(await kinds({ result: ['undecoded'] })).toEqual(['unknown']);
  expect(await kinds({ to: new Date(Date.now() - 3_600_000).toISOString() })).toEqual([]);
  const stored = (await rowsOf({ sn: device.sn, direction: 'up' })).rows.map(({ committedAt }) => committedAt);
  const newest = stored.sort().at(-1) ?? '';
  expect(await kinds({ committedFrom: newest, direction: 'up' })).toEqual([]);
  await speak(device, ['LK']);
  expect(await kinds({ committedFrom: newest, direction: 'up' })).toEqual(['heartbeat']);
});

test('without a device a protocol and an hour are asked for, and a device has seven days at most', async () => {
  const since = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  expect(await refused({})).toMatchObject({ status: 400, msg: '请选择设备或网关，或选择协议并把时间限定在一小时内' });
  expect(await refused({ protocol: 'watch', from: since(3) })).toMatchObject({ status: 400 });
  expect(await refused({ sn: device.sn, from: since(24 * 8) })).toMatchObject({
    status: 400,
    msg: '时间范围不能超过7天',
  });
  expect(await refused({ protocol: 'watch', keyword: 'LK' })).toMatchObject({ status: 400 });
  expect((await rowsOf({ protocol: 'watch' })).rows.some(({ sn }) => sn === device.sn)).toBe(true);
});

test('a page of a protocol goes back as far as it has to, from either end', async () => {
  const quiet = await aDevice(app);
  const ago = [10, 20, 150, 200, 1500, 3000];
  for (const seconds of ago)
    await app.sql(
      `insert into raw_message (device_id, key, received_at, project_id, protocol, kind, body)
       select id, $2::int, now() - make_interval(secs => $2::int), project_id, 'h02', 'heartbeat', 'x' from equipment where id = $1`,
      [quiet.id, seconds],
    );
  const page = async (input: Parameters<typeof rowsOf>[0]) => {
    const { rows } = await rowsOf({ protocol: 'h02', minutes: 60, ...input });
    return rows.map(({ receivedAt }) => Math.round((Date.now() - Date.parse(receivedAt)) / 50_000));
  };
  const whole = ago.map((seconds) => Math.round(seconds / 50));
  expect(await page({ limit: 50 })).toEqual(whole);
  for (const n of [1, 2, 3, 5]) expect(await page({ limit: n })).toEqual(whole.slice(0, n));
  expect(await page({ limit: 2, page: 2 })).toEqual(whole.slice(2, 4));
  const oldest = { sort: [{ field: 'receivedAt', order: 'asc' }] } as const;
  expect(await page({ limit: 2, sort: [...oldest.sort] })).toEqual(whole.slice(-2).reverse());
});

test('a word is found in the bytes, as text and as hex, but not where it would tell a health value', async () => {
  const found = async (keyword: string, token?: string) => (await rowsOf({ sn: device.sn, keyword }, token)).count;
  expect(await found('XWQ')).toBe(1);
  expect(await found('5857512c39')).toBe(1);
  expect(await found('heart,72', app.admin)).toBe(1);
  expect(await found('heart,72')).toBe(0);
  expect(await found('heart,')).toBe(1);
});

test('a message shows which bytes each field stands in, what it made, and what it was answered', async () => {
  const [alarm] = (await rowsOf({ sn: device.sn, kind: ['alarm'] })).rows;
  const one = await app.call(logApi.getEquipmentLog, { id: alarm?.id ?? '' }, engineer.token);
  const [warn] = await app.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer]);
  expect(one.effects).toEqual([
    { kind: 'warn', id: warn?.id },
    { kind: 'position', id: null, text: '1' },
  ]);
  const status = one.spans.find(({ field }) => field === 'values.status');
  expect(Buffer.from(one.raw, 'hex').toString('latin1', status?.from, status?.to)).toBe('00010000');
  expect(one.replies.map(({ text }) => text.replace(/\*\d+\*[0-9A-F]{4}/, ''))).toEqual(['[3G*0002*AL]']);
  expect(one.decoded).toMatchObject({ kind: 'alarm', alarms: ['sos'] });
});

test('a message shows what was stored of its fields when it came, of its readings to whoever may see them', async () => {
  const own = await aDevice(app, { customer });
  await speak(own, [`UD,${placed(new Date())}`, 'heart,72', 'LK']);
  const { rows } = await rowsOf({ sn: own.sn });
  const storedOf = async (kind: string, token = engineer.token) => {
    const id = rows.find((row) => row.kind === kind)?.id ?? '';
    return (await app.call(logApi.getEquipmentLog, { id }, token)).stored;
  };
  const shownPosition = await storedOf('position');
  expect(shownPosition).toMatchObject({ kind: 'position', 'position.lat': 31.230416, 'position.lng': 121.473701 });
  expect(await storedOf('reading', app.admin)).toMatchObject({ 'readings.heart_rate': 72 });
  expect(await storedOf('reading')).toEqual({ kind: 'reading' });
  await app.sql('delete from position where device_id = $1', [own.id]);
  expect(await storedOf('position')).toEqual({ ...shownPosition, 'position.lat': null, 'position.lng': null });
});

test('health values are covered in fields and bytes, but for whoever may see the archive, in the log of looks', async () => {
  const [reading] = (await rowsOf({ sn: device.sn, kind: ['reading'] }, app.admin)).rows;
  expect(reading).toMatchObject({ covered: true, summary: 'heart 心率' });
  expect(reading?.text).toContain('heart,**]');
  const look = (token: string) => app.call(logApi.getEquipmentLog, { id: reading?.id ?? '' }, token);
  const covered = await look(engineer.token);
  expect(JSON.stringify(covered)).not.toContain(Buffer.from('heart,72').toString('hex'));
  expect(covered.decoded).toMatchObject({ readings: [] });
  expect(await look(app.admin)).toMatchObject({ covered: false, summary: 'heart 心率 72 次/分' });
  const looks = await app.sql(`select 1 from cmd_log where action = 'getEquipmentLog'`);
  expect(looks.length).toBeGreaterThanOrEqual(2);
});

/** Returns a stored message of the device. */
const stored = ({ id }: TestDevice, kind: string, body: object) =>
  app.sql(
    `insert into raw_message (device_id, key, received_at, project_id, protocol, kind, body)
     select id, $2, date_trunc('milliseconds', now()), project_id, 'mqtt', $3, $4 from equipment where id = $1`,
    [id, String(next()), kind, Buffer.from(JSON.stringify(body))],
  );
/** Returns the newest row of a device, from the list and as a single message. */
async function shown(sn: string, token = engineer.token): Promise<string> {
  const [row] = (await rowsOf({ sn }, token)).rows;
  return JSON.stringify([row, await app.call(logApi.getEquipmentLog, { id: row?.id ?? '' }, token)]);
}
const inHex = (text: string) => Buffer.from(text).toString('hex');

test('health values of a message are covered however long it is', async () => {
  const long = await aDevice(app, { model: 'mqtt', customer });
  await stored(long, 'reading', { readings: [{ kind: 'heart_rate', value: 77 }], note: 'x'.repeat(6000) });
  const seen = await shown(long.sn);
  expect([seen.includes('\\"value\\":77'), seen.includes(inHex('"value":77'))]).toEqual([false, false]);
  const [row] = (await rowsOf({ sn: long.sn })).rows;
  expect(row).toMatchObject({ covered: true, size: expect.any(Number) });
  expect(row?.raw.length).toBeLessThanOrEqual(8192);
});

test('a place that nobody agreed to is shown of no message, whatever else it tells', async () => {
  const unasked = await aDevice(app, { model: 'mqtt', customer: await aCustomer(app, { consent: [] }) });
  const position = { lat: 28.912345, lng: 118.8 };
  await stored(unasked, 'reading', { readings: [{ kind: 'steps', value: 3 }], position });
  const seen = await shown(unasked.sn, app.admin);
  expect([seen.includes('28.912345'), seen.includes(inHex('28.912345'))]).toEqual([false, false]);
  expect(seen).toContain('没有定位同意，位置不显示');
  await stored(unasked, 'alarm', { alarms: ['sos'], position });
  expect(await shown(unasked.sn, app.admin)).toContain('28.912345');
});

test('numbers of people in commands are for who may see them, in what was asked, sent and answered', async () => {
  const watch = await aDevice(app);
  await app.sql(
    `insert into equipment_command (equipment_id, command, params, valid_until, state, tries, sent_at, tried_at, bytes, answer)
     values ($1, 'contacts', '{"sos":["13912345678"]}', now(), 'acknowledged', 1, now(), array[now()], 'SOS,13912345678', 'sos1:13912345678')`,
    [watch.id],
  );
  const [covered, whole] = [await shown(watch.sn), await shown(watch.sn, app.admin)];
  expect([covered.includes('13912345678'), covered.includes(inHex('13912345678'))]).toEqual([false, false]);
  expect(covered).toContain('139****5678');
  expect([whole.includes('13912345678'), whole.includes(inHex('13912345678'))]).toEqual([true, true]);
});

test('numbers of people in what a watch says are for who may see them', async () => {
  const watch = await aDevice(app);
  await speak(watch, ['TS,ver:1.0;sos1:13912340001;sos2:13912340002;interval:60', 'LK']);
  const shownRow = async (token: string) => {
    const row = (await rowsOf({ sn: watch.sn }, token)).rows.find(({ text }) => text.includes('TS,'));
    return JSON.stringify([row, await app.call(logApi.getEquipmentLog, { id: row?.id ?? '' }, token)]);
  };
  const [covered, whole] = [await shownRow(engineer.token), await shownRow(app.admin)];
  expect([covered.includes('13912340001'), covered.includes(inHex('13912340002'))]).toEqual([false, false]);
  expect(covered).toContain('sos1:139****0001;sos2:139****0002;interval:60');
  expect([whole.includes('13912340001'), whole.includes(inHex('13912340002'))]).toEqual([true, true]);
});

test('a word finds only what the reader sees: no health value, place or number behind its cover, in list, count and sheet', async () => {
  const customerId = await aCustomer(app, { consent: [] });
  const worn = await aDevice(app, { model: 'mqtt', customer: customerId });
  const position = { lat: 28.977771, lng: 118.8 };
  await stored(worn, 'reading', { readings: [{ kind: 'steps', value: 3 }], position });
  await stored(worn, 'reading', { readings: [{ kind: 'heart_rate', value: 97 }] });
  await stored(worn, 'reading', { readings: [{ kind: 'steps', value: 4 }], contact: '13912340003' });
  const found = async (keyword: string, token = engineer.token) => {
    const input = { filters: { sn: worn.sn, keyword }, columns: ['sn' as const] };
    const sheet = await app.call(logApi.exportEquipmentLog, input, token);
    return [(await rowsOf({ sn: worn.sn, keyword }, token)).count, sheet.count];
  };
  for (const keyword of ['28.977771', '"value":97', '13912340003'])
    expect(await found(keyword), keyword).toEqual([0, 0]);
  expect(await found('"value":4')).toEqual([1, 1]);
  expect(await found('13912340003', app.admin)).toEqual([1, 1]);
  expect(await found('28.977771', app.admin)).toEqual([0, 0]);
});

test('another project’s device is not there, and a message of when it was another project’s is not shown', async () => {
  const project = await aProject(app);
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:log'] });
  const stranger = await aUser(app, { roleId, projects: [project] });
  const theirs = { sn: device.sn };
  expect(await app.tryCall(logApi.getEquipmentLogList, theirs, stranger.token)).toMatchObject({ status: 404 });
  const [own] = (await rowsOf({ sn: device.sn, direction: 'up' })).rows;
  const id = own?.id ?? '';
  expect(await app.tryCall(logApi.getEquipmentLog, { id }, stranger.token)).toMatchObject({ status: 404 });
  const moved = await aDevice(app, { project });
  await app.sql('update raw_message set project_id = $2 where device_id = $1', [moved.id, project]);
  await speak(moved, ['LK']);
  expect((await rowsOf({ sn: moved.sn }, stranger.token)).count).toBe(1);
  await app.sql('update raw_message set project_id = (select min(id) from project) where device_id = $1', [moved.id]);
  expect((await rowsOf({ sn: moved.sn }, stranger.token)).count).toBe(0);
});

test('the list goes out as a sheet', async () => {
  const input = {
    filters: { sn: device.sn, kind: ['alarm'] },
    columns: ['sn' as const, 'kind' as const, 'direction' as const],
  };
  const { fileId, count } = await app.call(logApi.exportEquipmentLog, input, engineer.token);
  expect(count).toBe(1);
  expect((await downloadRows(app, fileId ?? '', engineer.token)).slice(2)).toEqual([[device.sn, '告警', '上行']]);
});

test('a frame that was typed in says the same, with its pieces', async () => {
  const frame = '[3G*8800000015*000D*LK,50,100,100][3G*8800000015*0002*LK]';
  const read = await app.call(logApi.decodeFrame, { protocol: 'watch', frame, encoding: 'text' }, engineer.token);
  expect(read.frames.map((hex) => Buffer.from(hex, 'hex').toString())).toEqual(frame.split(/(?<=\])/));
  expect(read.messages[0]).toMatchObject({
    battery: 100,
    spans: expect.arrayContaining([{ field: 'battery', from: 30, to: 33 }]),
  });
});

test('numbers that nobody registered are listed with how often they spoke, within certain projects to device staff those that pressed', async () => {
  const stranger = { id: '', sn: '8899000001', secret: null };
  await speak(stranger, ['LK', `AL,${placed(new Date(), '00010000')}`]);
  const filters = { number: stranger.sn.slice(-8) };
  const { rows, count } = await app.list(logApi.getUnknownList, filters, engineer.token);
  expect(count).toBe(1);
  expect(rows[0]).toMatchObject({ protocol: 'watch', number: stranger.sn, times: 2, alarms: ['sos'] });
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:log'] });
  const bound = await aUser(app, { roleId, projects: [await aProject(app)] });
  expect((await app.list(logApi.getUnknownList, filters, bound.token)).count).toBe(0);
  const { token } = await aUser(app, { role: 'engineer', projects: [await aProject(app)] });
  expect((await app.list(logApi.getUnknownList, filters, token)).rows).toMatchObject([{ number: stranger.sn }]);
  const alone = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: ['equipment:log'] }) });
  expect((await app.list(logApi.getUnknownList, filters, alone.token)).count).toBe(0);
});

test('a number that is taken in leaves the list, and what its open connection says is stored on the device', async () => {
  const number = '8899000002';
  const unknown = () => app.list(logApi.getUnknownList, { protocol: 'watch', number }, engineer.token);
  const watch = await TestWatch.open(app.ports.watch, number);
  await watch.answered(watch.send('LK'));
  expect((await unknown()).rows).toMatchObject([{ number, times: 1 }]);
  const identifiers = [{ protocol: 'watch', number }];
  const taken = { sn: 'WATCH-8899', model: 'watch', identifiers };
  const { id } = await app.call(equipmentApi.addEquipment, taken, engineer.token);
  await watch.answered(watch.send('LK,50,100,67'));
  watch.close();
  const { rows } = await rowsOf({ equipmentId: id });
  expect(rows).toMatchObject([{ sn: taken.sn, summary: expect.stringContaining('67%') }]);
  expect((await unknown()).count).toBe(0);
  const again = { ...taken, sn: 'WATCH-8900' };
  expect(await app.tryCall(equipmentApi.addEquipment, again, engineer.token)).toMatchObject({
    status: 400,
    msg: '识别号已被其他设备使用',
  });
  expect((await app.call(equipmentApi.getEquipmentChoice, {}, engineer.token)).models).toContainEqual(
    expect.objectContaining({ value: 'watch', protocol: 'watch' }),
  );
});

test('of two people who take one number in at once one registers it, and the other one is told', async () => {
  const taken = (sn: string) => ({ sn, model: 'watch', identifiers: [{ protocol: 'watch', number: '8899000003' }] });
  const both = await Promise.all(
    ['WATCH-9001', 'WATCH-9002'].map((sn) => app.tryCall(equipmentApi.addEquipment, taken(sn), engineer.token)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)).toMatchObject({ msg: '识别号已被其他设备使用' });
  expect(await app.sql(`select 1 from equipment where sn like 'WATCH-900_'`)).toHaveLength(1);
});

test('a number that is somebody’s telephone is covered and found whole alone, but for who may see numbers of people', async () => {
  const [mobile, own] = ['13977700011', '13977700012'];
  await aCustomer(app, { mobile });
  await app.sql(
    `insert into unknown_message (protocol, number, received_at, kind, body, minute)
     select 'jt808', n, now(), 'heartbeat', '', date_trunc('minute', now()) from unnest($1::text[]) n`,
    [[mobile, own]],
  );
  const found = async (number: string, token = engineer.token) => {
    const { rows, count } = await app.list(logApi.getUnknownList, { number }, token);
    return [count, ...rows.map((row) => row.number).sort()];
  };
  expect(await found('1397770')).toEqual([0]);
  expect(await found(mobile)).toEqual([1, '139****0011']);
  expect(await found(own)).toEqual([1, own]);
  expect(await found('1397770', app.admin)).toEqual([2, mobile, own]);
  const { rows } = await app.list(logApi.getUnknownList, { protocol: 'jt808' }, engineer.token);
  expect(rows.map(({ masked }) => masked).sort()).toEqual([false, true]);
  expect(JSON.stringify(rows)).not.toContain(mobile);
});

test('ten thousand numbers are counted no further, and the last page of them is there', async () => {
  await app.sql(
    `insert into unknown_message (protocol, number, received_at, kind, body, minute, alarms)
     select 'gt06', (860000000000000 + n)::text, now() - n * interval '1 second', 'error', '', date_trunc('minute', now()), '{sos}'
     from generate_series(1, 10500) n`,
  );
  const { rows, count } = await app.list(
    logApi.getUnknownList,
    { protocol: 'gt06', limit: 100, page: 100 },
    engineer.token,
  );
  expect([count, rows.length, rows.at(-1)?.number]).toEqual([10_001, 100, '860000000010000']);
});

test('a number of a person is masked behind what is dialled before it, too, and no longer number is taken for one', () => {
  const text = '+8613977700011 8613977700012 013977700013 868139777000114';
  expect(maskNumbers(text)).toBe('+86139****0011 86139****0012 0139****0013 868139777000114');
  expect(maskNumberBytes(Buffer.from(text)).toString()).toBe(maskNumbers(text));
});
