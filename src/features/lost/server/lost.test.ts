import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { closingApi } from '#features/closing/contract.ts';
import { consentApi } from '#features/consent/contract.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { lostApi } from '#features/lost/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';

let app: TestApp;
let operator: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
});
afterAll(() => app.stop());

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const facts = () => ({ seenAt: ago(20), clothes: '蓝色外套，灰色裤子', look: '短发', seenNote: '在菜场东门' });

/** Sets the newest fix of a device, and its point. */
async function fixed(customer: string, device: string, minutes: number, accuracy = 30): Promise<void> {
  await app.sql(
    `update device_state set lat = 28.9, lng = 118.8, accuracy = $2, position_source = 'gnss', position_at = now() - make_interval(mins => $3) where device_id = $1`,
    [device, accuracy, minutes],
  );
  await app.sql(
    `insert into position (device_id, customer_id, at, lat, lng, accuracy, source, project_id)
     select id, $2, now() - make_interval(mins => $3), 28.9, 118.8, $4, 'gnss', project_id from equipment where id = $1`,
    [device, customer, minutes, accuracy],
  );
}

async function wearer(): Promise<{ customer: string; device: string }> {
  const customer = await aCustomer(app);
  const { id: device } = await aDevice(app, { customer });
  return { customer, device };
}

/** A person who is lost, with a fix of 8 minutes ago; the operator handles the alarm. */
async function aLost(input: { seconds?: number; speed?: number } = {}) {
  const { customer, device } = await wearer();
  await fixed(customer, device, 8);
  const { warnId } = await app.call(lostApi.openLost, { customerId: customer, ...facts(), ...input }, operator.token);
  await app.call(warnApi.claimWarn, { id: warnId }, operator.token);
  return { customer, device, warnId };
}

const get = (id: string) => app.call(lostApi.getLost, { id }, operator.token);
const intervals = async (device: string) =>
  (
    await app.sql<{ seconds: number }>(
      `select (params ->> 'seconds')::int as seconds from equipment_command where equipment_id = $1 and command = 'interval' order by id`,
      [device],
    )
  ).map(({ seconds }) => seconds);
const acknowledge = (device: string) =>
  app.sql(`update equipment_command set state = 'acknowledged' where equipment_id = $1 and state = 'queued'`, [device]);
const end = (id: string, result: 'found' | 'hospital' | 'death' | 'none' = 'found') => ({
  ...{ id, result, note: '在社区公园找到' },
});

test('a lost person has an alarm like any other, a ring, a way, and devices that report each minute', async () => {
  const { customer, device, warnId } = await aLost();
  const [warn] = await app.sql(
    'select type, level, family, status, customer_id::text as customer from warn where id = $1',
    [warnId],
  );
  expect(warn).toEqual({ type: 'lost', level: 1, family: 'sos', status: 'handling', customer });
  const lost = await get(warnId);
  expect(lost).toMatchObject({ agreement: 'valid', clothes: '蓝色外套，灰色裤子', look: '短发', speed: 3, version: 1 });
  expect(lost).toMatchObject({ place: { lat: 28.9, stale: false }, ring: { from: 'fix', accuracy: 30 } });
  expect(lost.ring?.metres).toBeGreaterThanOrEqual(430);
  expect(lost.ring?.metres).toBeLessThan(440);
  expect(lost.track).toHaveLength(1);
  expect(lost.reporting).toEqual({ state: 'queued', seconds: 60 });
  expect(await intervals(device)).toEqual([60]);
});

test('a second 走失 of one person leads to the open one, also both at once', async () => {
  const { customer } = await wearer();
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => app.call(lostApi.openLost, { customerId: customer, ...facts() }, operator.token)),
  );
  expect(new Set(opened.map(({ warnId }) => warnId)).size).toBe(1);
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
  const [row] = await app.sql('select repeat_count as n from warn where id = $1', [opened[0]?.warnId]);
  expect(row).toEqual({ n: 0 });
});

test('an open alarm of the person leads to it, and says so in its timeline', async () => {
  const { customer } = await wearer();
  const call = { type: 'fence_out', level: 2, occurredAt: ago(1), note: '来电' } as const;
  const warn = await app.call(warnApi.addWarn, { customerId: customer, ...call }, operator.token);
  const { warnId } = await app.call(lostApi.openLost, { warnId: warn.id, ...facts() }, operator.token);
  expect(warnId).not.toBe(warn.id);
  const steps = await app.sql(`select note from warn_step where warn_id = $1 and data ->> 'lostWarnId' = $2`, [
    warn.id,
    warnId,
  ]);
  expect(steps).toEqual([{ note: '已登记走失' }]);
});

test('the end closes the alarm, recalls responders and sets the interval back to what it was', async () => {
  const { customer, device } = await wearer();
  await app.sql(
    `insert into equipment_command (equipment_id, command, params, state, valid_until) values ($1, 'interval', '{"seconds": 900}', 'acknowledged', now())`,
    [device],
  );
  const input = { customerId: customer, ...facts(), seconds: 30 };
  const { warnId: id } = await app.call(lostApi.openLost, input, operator.token);
  expect(await app.tryCall(lostApi.closeLost, end(id), operator.token)).toMatchObject({ status: 409, msg: '请先接警' });
  await app.call(warnApi.claimWarn, { id }, operator.token);
  await app.call(dispatchApi.dispatchWarn, { id, name: '社区站', kind: 'station' }, operator.token);
  await acknowledge(device);
  await app.call(lostApi.closeLost, end(id), operator.token);
  expect(await intervals(device)).toEqual([900, 30, 900]);
  const [warn] = await app.sql('select status, result, progress from warn where id = $1', [id]);
  expect(warn).toEqual({ status: 'done', result: 'on_site', progress: '走失·找到' });
  expect(await app.sql('select state from warn_dispatch where warn_id = $1', [id])).toEqual([{ state: 'cancelled' }]);
  expect(await get(id)).toMatchObject({
    result: 'found',
    endNote: '在社区公园找到',
    place: null,
    ring: null,
    track: [],
  });
  expect(await app.tryCall(lostApi.editLost, { id, version: 2, speed: 4 }, operator.token)).toMatchObject({
    status: 409,
  });
});

test('an end needs a result that the record supports', async () => {
  const { warnId: id } = await aLost();
  const without = await app.tryCall(lostApi.closeLost, { id, note: '在社区公园找到' }, operator.token);
  expect([without.status, without.text]).toEqual([400, expect.stringContaining('请选择结果')]);
  expect(await app.tryCall(lostApi.closeLost, end(id, 'none'), operator.token)).toMatchObject({ status: 400 });
  await aConnectedCall(app, id, operator.token);
  await app.call(lostApi.closeLost, end(id, 'none'), operator.token);
  expect(await get(id)).toMatchObject({ status: 'done', result: 'none' });
});

test('closing at the desk ends the search too, and reopening begins it again', async () => {
  const { device, warnId: id } = await aLost();
  await acknowledge(device);
  await aConnectedCall(app, id, operator.token);
  await app.call(closingApi.closeWarn, { id, ...ending }, operator.token);
  expect(await intervals(device)).toEqual([60, 300]);
  await acknowledge(device);
  await app.call(closingApi.reopenWarn, { id, reason: '又不见了' }, app.admin);
  expect(await intervals(device)).toEqual([60, 300, 60]);
});

test('a replaced watch reports each minute too, and the way does not end with the old one', async () => {
  const { device, warnId } = await aLost();
  await acknowledge(device);
  const { id: newId, sn: newSn } = await aDevice(app);
  await app.call(bindingApi.replaceEquipment, { id: device, newSn, reason: '没电了' }, app.admin);
  expect(await intervals(newId)).toEqual([60]);
  const lost = await get(warnId);
  expect([lost.place, lost.track.length, lost.ring?.from]).toEqual([null, 1, 'fix']);
});

test('without consent there is an alarm, but no place, ring, way or interval; with it, all of them', async () => {
  const customer = await aCustomer(app, { consent: [] });
  const { id: device } = await aDevice(app, { customer });
  await fixed(customer, device, 5);
  const input = { customerId: customer, ...facts(), lat: 28.91, lng: 118.81 };
  const { warnId } = await app.call(lostApi.openLost, input, operator.token);
  const nothing = { place: null, ring: null, seen: null, track: [], reporting: { state: 'none' } };
  expect(await get(warnId)).toMatchObject({ agreement: 'missing', clothes: '蓝色外套，灰色裤子', ...nothing });
  const [warn] = await app.sql('select lat, lng from warn where id = $1', [warnId]);
  expect(warn).toEqual({ lat: null, lng: null });
  expect(await intervals(device)).toEqual([]);

  const signed = { purpose: 'location', signedBy: '女儿', relation: 'daughter', signedAt: ago(1) } as const;
  const { id } = await app.call(consentApi.addConsent, { customerId: customer, ...signed }, app.admin);
  expect(await get(warnId)).toMatchObject({ agreement: 'valid', seen: { lat: 28.91 }, ring: { from: 'fix' } });
  expect(await intervals(device)).toEqual([60]);

  await app.call(consentApi.withdrawConsent, { id, reason: '本人要求' }, app.admin);
  expect(await get(warnId)).toMatchObject({ agreement: 'withdrawn', ...nothing });
  expect(await intervals(device)).toEqual([60, 86_400]);
});

test('the ring begins where the person was seen after the last usable fix', async () => {
  const { customer, device } = await wearer();
  await fixed(customer, device, 90);
  await fixed(customer, device, 40, 1500);
  const input = { customerId: customer, ...facts(), seenAt: ago(60), lat: 28.95, lng: 118.85, speed: 5 };
  const { warnId: id } = await app.call(lostApi.openLost, input, operator.token);
  const lost = await get(id);
  expect(lost.ring).toMatchObject({ from: 'seen', centre: { lat: 28.95, lng: 118.85 } });
  expect(Math.abs((lost.ring?.metres ?? 0) - 5030)).toBeLessThan(20);
  expect(lost.place).toMatchObject({ accuracy: 1500, stale: true });
});

test('clothes, look and notes are nowhere in clear', async () => {
  const { warnId: id } = await aLost();
  await app.call(lostApi.editLost, { id, version: 1, clothes: '紫红色羽绒服', seconds: 20 }, operator.token);
  await app.call(lostApi.closeLost, { ...end(id), note: '在同乐桥下找到' }, operator.token);
  const stored = await app.sql(
    `select to_jsonb(l)::text from lost_case l union all select to_jsonb(c)::text from change_log c where table_name in ('lost_case', 'warn')
     union all select to_jsonb(s)::text from warn_step s union all select to_jsonb(m)::text from cmd_log m`,
  );
  expect(JSON.stringify(stored).match(/蓝色外套|紫红色|短发|菜场|同乐桥/)).toBeNull();
});

test('a look is in the command log once an hour', async () => {
  const { warnId: id, customer } = await aLost();
  await get(id);
  await get(id);
  const logged = await app.sql(`select user_id::text as "user" from cmd_log where path = $1 and object_id = $2`, [
    lostApi.getLost.path,
    customer,
  ]);
  expect(logged).toEqual([{ user: operator.id }]);
});

test('wrong times, halves of a place and values out of range are refused at their field', async () => {
  const { customer: customerId } = await wearer();
  const wrong = async (input: object) => {
    const body = { customerId, ...facts(), ...input };
    const { status, data } = await app.ask({ path: lostApi.openLost.path, body, token: operator.token });
    return [status, (data as { errors?: { field: string }[] } | null)?.errors?.[0]?.field];
  };
  expect(await wrong({ seenAt: ago(-5) })).toEqual([400, 'seenAt']);
  expect(await wrong({ seenAt: ago(60 * 24 * 31) })).toEqual([400, 'seenAt']);
  expect(await wrong({ lat: 28 })).toEqual([400, 'lat']);
  expect(await wrong({ speed: 7 })).toEqual([400, 'speed']);
  expect(await wrong({ seconds: 9 })).toEqual([400, 'seconds']);
  expect(await wrong({ seconds: 301 })).toEqual([400, 'seconds']);
  expect(await wrong({ clothes: '' })).toEqual([400, 'clothes']);
  expect(await wrong({ photoFileId: '1' })).toEqual([400, 'photoFileId']);
});
