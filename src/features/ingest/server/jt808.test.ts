import { afterAll, beforeAll, expect, test } from 'vitest';
import { encode808, u16 } from '#devices/jt808/frame.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { logApi } from '#features/equipmentLog/contract.ts';
import { modelApi } from '#features/model/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { wake } from '#server/db/wake.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { locationBody, TestTerminal } from '#server/testing/device/terminal.ts';
import { aCustomer, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Creates a device with a SIM number that begins with zero, and its customer. */
async function aCard(model = 'jt808') {
  const customerId = await aCustomer(app);
  const sn = `0139${String(next()).padStart(8, '0')}`;
  const { id } = await app.call(equipmentApi.addEquipment, { sn, model, customerId }, app.admin);
  return { id, sn, customerId, card: await TestTerminal.open(app.ports.jt808, sn) };
}

const alarmsOf = async (customerId: string) =>
  (await app.list(warnListApi.getWarnList, { customerId }, app.admin)).rows.map(({ type }) => type).sort();
const [sosBit, lowBit] = [1, 1 << 7];

test('a card registers, authenticates and reports; its SOS bit is on the desk when it is answered, and latched is no new press', async () => {
  const { id, customerId, card } = await aCard();
  const registered = await card.ask(0x0100, Buffer.alloc(25));
  expect(registered.slice(4, 6)).toBe('00');
  const code = Buffer.from(registered.slice(6), 'hex');
  expect((await card.ask(0x0102, code)).slice(4)).toBe('010200');
  expect((await card.ask(0x0200, locationBody(new Date(), sosBit, 'e4020140'))).slice(4)).toBe('020000');
  expect(await alarmsOf(customerId)).toEqual(['sos']);
  await card.ask(0x0200, locationBody(new Date(), sosBit | lowBit));
  expect(await alarmsOf(customerId)).toEqual(['low_batt', 'sos']);
  const [state] = await app.sql('select online, battery, lat from device_state where device_id = $1', [id]);
  expect(state).toEqual({ online: true, battery: 64, lat: 31.230416 });
  card.close();
});

test('a batch is kept once and says all that it holds: places in their time, an alarm of each, a backlog as such', async () => {
  const { id, customerId, card } = await aCard();
  const now = Date.now();
  const pieces = [3, 2, 1].flatMap((hours) => {
    const piece = locationBody(new Date(now - hours * 3_600_000), hours === 2 ? sosBit : 0);
    return [u16(piece.length), piece];
  });
  await card.ask(0x0704, Buffer.concat([u16(3), Buffer.from([1]), ...pieces]));
  expect(await app.sql('select late from raw_message where device_id = $1', [id])).toEqual([{ late: true }]);
  expect(await app.sql('select 1 from position where device_id = $1', [id])).toHaveLength(3);
  expect(await alarmsOf(customerId)).toEqual(['sos']);
  card.close();
});

test('a command goes down with its serial, and the answer with that serial closes it, or says that it was refused', async () => {
  const { id, card } = await aCard();
  await card.ask(0x0002);
  const order = async (command: 'locate' | 'restart') => {
    await app.call(commandApi.sendCommand, { id, command }, app.admin);
    wake.publish('command');
    const answerId = command === 'locate' ? 0x8201 : 0x8105;
    const sent = () => card.received.find((one) => one.id === answerId);
    await until('the command on the wire', () => sent() !== undefined);
    const state = async () => (await app.list(commandApi.getCommandList, { equipmentId: id }, app.admin)).rows[0];
    await until('that it is noted', async () => (await state())?.state === 'sent');
    return { serial: sent()?.serial ?? -1, state };
  };
  const located = await order('locate');
  card.send(0x0201, Buffer.concat([u16(located.serial), locationBody(new Date())]));
  await until('its answer', async () => (await located.state())?.state === 'acknowledged');
  const restarted = await order('restart');
  card.send(0x0001, Buffer.concat([u16(restarted.serial, 0x8105), Buffer.from([3])]));
  await until('its refusal', async () => (await restarted.state())?.state === 'failed');
  expect(await restarted.state()).toMatchObject({ answer: '不支持' });
  card.close();
});

test('a model of the protocol says what its bits and items mean, and where its devices come from', async () => {
  const profile = {
    alarmBits: { 16: 'fall' },
    items: [{ id: '0xF8', length: 1, as: 'uint', into: 'heart_rate' }],
    addresses: ['203.0.113.0/24'],
  };
  const fields = { name: '定位卡 C9', kind: 'watch', protocol: 'jt808' as const, intervalSeconds: 60 };
  const add = (extra: object) => app.tryCall(modelApi.addModel, { ...fields, code: 'card-c9', ...extra }, app.admin);
  for (const wrong of [{ items: [{ id: 1, as: 'float', into: 'x' }] }, { addresses: ['x'] }, { maxPerMinute: 0 }])
    expect((await add({ profile: wrong })).status).toBe(400);
  expect((await add({ profile })).code).toBe(0);
  const { id, customerId, card } = await aCard('card-c9');
  await card.ask(0x0002);
  await card.ask(0x0200, locationBody(new Date(), 1 << 16, 'f80148'));
  expect(await alarmsOf(customerId)).toContain('fall');
  const rawMessages = await app.sql('select error from raw_message where device_id = $1 order by received_at', [id]);
  expect(rawMessages.at(-1)).toEqual({ error: 'the address is not among those of the project' });
  card.close();
});

test('a stored batch is read again whole, and a frame that is tried shows each place with its bytes', async () => {
  const { sn, card } = await aCard();
  card.close();
  const pieces = [locationBody(new Date()), locationBody(new Date(), sosBit)].flatMap((one) => [u16(one.length), one]);
  const manner = { flag: 0x7e, version: null, numberBytes: Buffer.from(sn, 'hex') };
  const frame = encode808(manner, 0x0704, 1, Buffer.concat([u16(2), Buffer.from([0]), ...pieces])).toString('hex');
  const tried = await app.call(logApi.decodeFrame, { protocol: 'jt808', frame, encoding: 'hex' }, app.admin);
  const messages = tried.messages as unknown as { spans: { field: string; from: number }[] }[];
  const spans = messages.map((one) => one.spans.find(({ field }) => field === 'position.lat')?.from);
  expect(spans[1]).toBeGreaterThan(spans[0] ?? 0);
  expect(tried.messages[1]).toMatchObject({ alarms: ['sos'], number: sn.slice(1) });
  expect(tried.replies).toHaveLength(1);
});
