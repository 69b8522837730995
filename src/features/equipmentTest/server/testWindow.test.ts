import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { testApi } from '../contract.ts';

let app: TestApp;
let installer: TestUser;
const open: TestWatch[] = [];
beforeAll(async () => {
  app = await startApp();
  installer = await aUser(app, { role: 'engineer' });
});
afterAll(async () => {
  for (const watch of open) watch.close();
  await app.stop();
});

async function wearer(fields: { customer?: string } = {}) {
  const customer = fields.customer ?? (await aCustomer(app));
  const { id, sn } = await aDevice(app, { customer });
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  return { customer, id, sn, watch };
}

const start = (id: string, minutes?: number, user = installer) =>
  app.call(testApi.startEquipmentTest, { id, ...(minutes && { minutes }) }, user.token);
const shown = (id: string) => app.call(testApi.getEquipmentTest, { id }, installer.token);
const alarms = async (customerId: string) =>
  (await app.list(warnListApi.getWarnList, { customerId, limit: 20 }, app.admin)).rows;
const binding = async (equipmentId: string) =>
  (await app.list(bindingApi.getBindingList, { equipmentId }, app.admin)).rows[0];
const stateOf = async (id: string) =>
  (
    await app.sql<{ state: string; activated_at: Date | null }>(
      'select state, activated_at from equipment where id = $1',
      [id],
    )
  )[0];

const test4 = { type: 'sos', level: 4, test: true, silent: true };
const real = { type: 'sos', level: 1, test: false, silent: false, status: 'pending' };

test('the first press in the window is the evidence, rings nowhere and closes it; the next one rings as any', async () => {
  const { customer, id, watch } = await wearer();
  const { pending, today } = await app.call(warnListApi.getWarnCount, {}, app.admin);
  const { until } = await start(id);
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(590_000);
  expect(await shown(id)).toMatchObject({
    running: true,
    awaited: 'help',
    testKind: 'none',
    window: { heardAt: null },
  });
  await watch.press();
  const [first, ...none] = await alarms(customer);
  expect([first, none]).toMatchObject([{ ...test4, equipmentId: id }, []]);
  expect(first?.nextRungAt).toBeNull();
  expect(await app.call(warnListApi.getWarnCount, {}, app.admin)).toMatchObject({ pending, today });
  const seen = await shown(id);
  expect(seen).toMatchObject({ running: false, testKind: 'message', state: 'in_use', window: { heardType: 'sos' } });
  expect(seen.arrivals[0]?.kind).toBe('alarm');
  expect(await binding(id)).toMatchObject({
    testKind: 'message',
    testedBy: installer.name,
    testedAt: seen.window?.heardAt,
  });

  await watch.press();
  const rung = await alarms(customer);
  expect(rung).toMatchObject([real, { id: first?.id, repeatCount: 0 }]);
  expect(rung[0]).toMatchObject({ otherOpen: 0, repeatCount: 0 });
  expect(rung[0]?.nextRungAt).not.toBeNull();
});

test('two presses in one go: one is the test, the other one rings', async () => {
  const { customer, id, watch } = await wearer();
  await start(id);
  const frames = [0, 1].map(() => watch.send(`AL,${placed(new Date(), '00010000')}`));
  for (const frame of frames) await watch.answered(frame);
  expect((await alarms(customer)).map(({ test, level, repeatCount }) => [test, level, repeatCount])).toEqual([
    [false, 1, 0],
    [true, 4, 0],
  ]);
});

test('a press of another device of the same person rings, and joins no test', async () => {
  const { customer, id, watch } = await wearer();
  const other = await wearer({ customer });
  await start(id);
  await other.watch.press();
  expect(await alarms(customer)).toMatchObject([{ ...real, equipmentId: other.id }]);
  expect((await shown(id)).running).toBe(true);
  await watch.press();
  const rows = await alarms(customer);
  expect(rows.map(({ test, equipmentId, repeatCount }) => [test, equipmentId, repeatCount])).toEqual([
    [false, other.id, 0],
    [true, id, 0],
  ]);
});

test('a press after the window rings: it has run out, it was ended, or it was given up by unbinding', async () => {
  const over = await wearer();
  await start(over.id, 1);
  // Let the minute end.
  await app.sql(
    `with w as (update equipment_test set started_at = now() - interval '2 minutes', until_at = now() - interval '1 millisecond' where equipment_id = $1)
     update device_state set test_from = now() - interval '2 minutes', test_until = now() - interval '1 millisecond' where device_id = $1`,
    [over.id],
  );
  expect(await shown(over.id)).toMatchObject({ running: false, window: { heardAt: null } });
  await over.watch.press();
  expect(await alarms(over.customer)).toMatchObject([real]);
  expect((await binding(over.id))?.testKind).toBe('none');

  const ended = await wearer();
  await start(ended.id);
  await app.call(testApi.endEquipmentTest, { id: ended.id }, installer.token);
  await ended.watch.press();
  expect(await alarms(ended.customer)).toMatchObject([real]);

  const unbound = await wearer();
  await start(unbound.id);
  await app.call(bindingApi.unbindEquipment, { id: unbound.id, reason: '搬走' }, installer.token);
  await unbound.watch.press();
  const [alarm] = (await app.list(warnListApi.getWarnList, { equipmentSn: unbound.sn }, app.admin)).rows;
  expect(alarm).toMatchObject({ ...real, customerId: null });
});

test('no press is lost for a window that nobody knows of', async () => {
  const { customer, id, watch } = await wearer();
  await start(id);
  await app.sql('update equipment_test set ended_at = now() where equipment_id = $1', [id]);
  await watch.press();
  await watch.press();
  expect(await alarms(customer)).toMatchObject([real, test4]);
});

test('what was pressed before the window and comes in it rings: a backlog, and an alarm frame of an hour ago', async () => {
  const { customer, id, watch } = await wearer();
  await start(id);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await watch.press('00010000', hourAgo);
  expect(await alarms(customer)).toMatchObject([{ ...real, late: true }]);
  // A backlog message is no evidence.
  watch.send(`UD2,${placed(new Date(), '00200000')}`);
  await watch.answered(watch.send('LK'));
  const rows = await alarms(customer);
  expect(rows.find(({ type }) => type === 'fall')).toMatchObject({ level: 1, test: false });
  expect((await shown(id)).running).toBe(true);
  await watch.press();
  expect((await alarms(customer)).filter(({ test }) => test)).toMatchObject([test4]);
});

test('a clock of 2000 or 2099 does not keep a press from being the evidence', async () => {
  for (const year of ['2000-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    const { customer, id, watch } = await wearer();
    await start(id);
    await watch.press('00010000', new Date(year));
    expect(await alarms(customer), year).toMatchObject([test4]);
    expect((await binding(id))?.testKind).toBe('message');
  }
});

test('another address with the number of the device is no evidence: its press rings', async () => {
  const { customer, id, sn, watch } = await wearer();
  await watch.answered(watch.send('LK'));
  await start(id);
  const rival = await TestWatch.open(app.ports.watch, sn, '127.0.0.2');
  open.push(rival);
  await rival.press();
  expect((await alarms(customer)).find(({ type }) => type === 'sos')).toMatchObject(real);
  expect((await shown(id)).running).toBe(true);
});

test('a strap that comes off is marked as well and leaves the window open; a heartbeat is only shown', async () => {
  const { customer, id, watch } = await wearer();
  await start(id);
  await watch.answered(watch.send('LK'));
  await watch.press('00100000');
  expect(await alarms(customer)).toMatchObject([{ type: 'off_wrist', level: 4, test: true, silent: true }]);
  const seen = await shown(id);
  expect(seen).toMatchObject({ running: true, testKind: 'none' });
  expect(seen.arrivals).toHaveLength(2);
});

test('of a press in the window whoever sees the device is told at once; nobody else is', async () => {
  const { id, watch } = await wearer();
  const { id: last, watch: lastWatch } = await wearer();
  const colleague = await aUser(app, { role: 'engineer' });
  const elsewhere = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  const self = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: ['equipment:list'] }) });
  await app.sql('update equipment set created_by = $2 where id = $1', [last, self.id]);
  const lives = await Promise.all(
    [installer, colleague, elsewhere, self].map(({ token }) => Live.open(app.url, token)),
  );
  const [mine, theirs, far, own] = lives as [Live, Live, Live, Live];
  const isTest = ({ event }: { event: string }) => event === 'press';
  await start(id);
  await watch.press();
  for (const one of [mine, theirs])
    expect((await one.waitFor('the test', isTest)).data).toMatchObject({
      kind: 'heard',
      press: { equipmentId: id, pressedAt: expect.any(String) },
    });
  await start(last);
  await lastWatch.press();
  const seen = await own.waitFor('the test of their own', isTest);
  expect(seen.data).toMatchObject({ press: { equipmentId: last } });
  expect([far, own].map(({ events }) => events.filter(isTest).length)).toEqual([0, 1]);
  for (const one of lives) one.close();
});

test('a test leaves the queue by itself when its window is over, and not before; a claimed one stays with its handler', async () => {
  const state = async ({ customer }: { customer: string }) =>
    (await alarms(customer)).map(({ status, result }) => [status, result]);
  const heard = await wearer();
  await start(heard.id);
  await heard.watch.press();
  // A strap alarm is no evidence: the second window stays open.
  const running = await wearer();
  await start(running.id);
  await running.watch.press('00100000');
  await until('the end of the heard test', async () => (await state(heard))[0]?.[0] === 'done');
  expect(await state(heard)).toEqual([['done', 'test']]);
  expect(await state(running)).toEqual([['pending', null]]);
  const [open] = await alarms(running.customer);
  const { rows } = await app.list(warnListApi.getWarnList, { waiting: true, limit: 200 }, app.admin);
  expect(rows.map(({ id }) => id)).not.toContain(open?.id);

  await app.call(testApi.endEquipmentTest, { id: running.id }, installer.token);
  await until('the end of the stopped test', async () => (await state(running))[0]?.[0] === 'done');

  const claimed = await wearer();
  await start(claimed.id);
  await claimed.watch.press('00100000');
  const [mine] = await alarms(claimed.customer);
  await app.call(warnApi.claimWarn, { id: mine?.id ?? '' }, app.admin);
  await app.call(testApi.endEquipmentTest, { id: claimed.id }, installer.token);
  const last = await wearer();
  await start(last.id);
  await last.watch.press();
  await until('the end of a later test', async () => (await state(last))[0]?.[0] === 'done');
  expect(await state(claimed)).toEqual([['handling', null]]);
});

test('one tests a device at a time; who opens the window again begins anew', async () => {
  const { id } = await wearer();
  await start(id, 1);
  const again = await start(id, 10);
  expect(Date.parse(again.until) - Date.now()).toBeGreaterThan(540_000);
  const other = await aUser(app, { role: 'operator' });
  const refused = await app.tryCall(testApi.startEquipmentTest, { id }, other.token);
  expect(refused).toMatchObject({ status: 409, msg: `${installer.name} 正在测试这台设备，请稍后再试` });
  for (const minutes of [0, 11, 1.5])
    expect((await app.tryCall(testApi.startEquipmentTest, { id, minutes }, installer.token)).status).toBe(400);
  const rows = await app.sql('select ended_by::text from equipment_test where equipment_id = $1 order by started_at', [
    id,
  ]);
  expect(rows).toEqual([{ ended_by: installer.id }, { ended_by: null }]);
});

test('without the right nobody silences a device, and nobody one of another department', async () => {
  const { id } = await wearer();
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:list', 'equipment:edit'] });
  const without = await aUser(app, { roleId });
  expect((await app.tryCall(testApi.startEquipmentTest, { id }, without.token)).status).toBe(403);
  const elsewhere = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  expect((await app.tryCall(testApi.startEquipmentTest, { id }, elsewhere.token)).status).toBe(404);
});

test('a device without a call for help is tried by any data of it', async () => {
  const { id, secret, sn } = await aDevice(app, { customer: await aCustomer(app), model: 'mqtt' });
  await app.sql("update model set capabilities = '{heart_rate}' where code = 'mqtt'");
  await start(id);
  expect((await shown(id)).awaited).toBe('data');
  const login = { username: sn, password: secret ?? '', reconnectPeriod: 0 };
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.ports.mqtt}`, login);
  const body = { id: '1', readings: [{ kind: 'heart_rate', value: 72, unit: 'bpm' }] };
  await client.publishAsync(`equipment/${sn}/up`, JSON.stringify(body), { qos: 1 });
  await client.endAsync();
  expect(await shown(id)).toMatchObject({ running: false, testKind: 'message', window: { heardType: 'data' } });
  await app.sql("update model set capabilities = '{sos,locate,battery}' where code = 'mqtt'");
});

test('the first message activates what was handed out; an unbound device is tried without becoming one in use', async () => {
  const { id, sn } = await aDevice(app);
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  expect(await stateOf(id)).toMatchObject({ state: 'stock', activated_at: null });
  await start(id);
  await watch.press();
  const after = await stateOf(id);
  expect(after).toMatchObject({ state: 'activated' });
  expect(after?.activated_at).not.toBeNull();
  expect((await app.list(warnListApi.getWarnList, { equipmentSn: sn }, app.admin)).rows).toMatchObject([test4]);
  const { rows } = await app.list(equipmentApi.getStateChangeList, { equipmentId: id }, app.admin);
  expect(rows).toMatchObject([{ from: 'stock', state: 'activated', reason: '收到第一条消息', byName: null }]);
});
