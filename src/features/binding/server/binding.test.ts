import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { testApi } from '#features/equipmentTest/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';
import { bindingApi } from '../contract.ts';

let app: TestApp;
let engineer: TestUser;
const open: TestWatch[] = [];
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(async () => {
  for (const watch of open) watch.close();
  await app.stop();
});

type Bind = InputOf<typeof bindingApi.bindEquipment>;
const installed = () => ({ position: '卧室', installedAt: new Date(Date.now() - 60_000).toISOString() });
const bind = (id: string, customerId: string, fields: Partial<Bind> = {}, token = engineer.token) =>
  app.tryCall(bindingApi.bindEquipment, { id, customerId, ...installed(), ...fields }, token);
const unbind = (id: string, fields: { confirm?: boolean } = {}) =>
  app.tryCall(bindingApi.unbindEquipment, { id, reason: '老人搬走', ...fields }, engineer.token);
const move = (id: string, state: InputOf<typeof equipmentApi.updateEquipmentState>['state']) =>
  app.tryCall(equipmentApi.updateEquipmentState, { id, state, reason: '表带断裂' }, engineer.token);
const replace = (id: string, newSn: string, fields: { confirm?: boolean } = {}) =>
  app.tryCall(bindingApi.replaceEquipment, { id, newSn, reason: '屏幕碎裂', ...fields }, engineer.token);
const row = async (id: string) => {
  const [stored] = await app.sql<Record<string, unknown>>(
    'select sn, name, state, position, lat, customer_id::text as customer from equipment where id = $1',
    [id],
  );
  return stored;
};
const bindings = async (of: { equipmentId: string } | { customerId: string }, token = app.admin) =>
  (await app.list(bindingApi.getBindingList, of, token)).rows;
const changes = async (equipmentId: string) =>
  (await app.list(equipmentApi.getStateChangeList, { equipmentId }, app.admin)).rows;

async function press(sn: string) {
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  await watch.press();
  const { rows } = await app.list(
    warnListApi.getWarnList,
    { equipmentSn: sn, limit: 1, sort: [{ field: 'createdAt', order: 'desc' }] },
    app.admin,
  );
  if (!rows[0]) throw new Error('no alarm');
  return rows[0];
}

test('a device of the store is handed out by binding it, with place, installer, time, picture and point of the map', async () => {
  const [customerId, { id }] = [await aCustomer(app), await aDevice(app)];
  const picture = await upload(app, bindingApi.uploadBindingPhoto.path, await aPicture(), {}, engineer.token);
  const photoFileId = String(picture.data.fileId);
  const when = installed();
  expect(
    await bind(id, customerId, {
      ...{ ...when, photoFileId, installer: '周师傅', lat: 28.9, lng: 118.8 },
      name: ' 王桂兰的定位手表 ',
    }),
  ).toMatchObject({
    code: 0,
  });
  expect(await row(id)).toMatchObject({
    ...{ state: 'issued', position: '卧室', lat: 28.9, customer: customerId, name: '王桂兰的定位手表' },
  });
  expect(await bindings({ equipmentId: id })).toMatchObject([
    {
      ...{ customerId, position: '卧室', installer: '周师傅', installedAt: when.installedAt, photoFileId },
      ...{ boundBy: engineer.name, testKind: 'none', testedAt: null, unboundAt: null },
    },
  ]);
  expect(await changes(id)).toMatchObject([{ from: 'stock', state: 'issued', byName: engineer.name }]);
});

test('the point on the map is where a device is that tells none itself, and ends with the binding, as where it hung', async () => {
  const [customerId, { id }] = [await aCustomer(app), await aDevice(app)];
  const when = installed();
  expect((await bind(id, customerId, { ...when, lat: 28.9, lng: 118.8 })).code).toBe(0);
  const device = () => app.call(equipmentApi.getEquipment, { id }, engineer.token);
  const pinned = { lat: 28.9, lng: 118.8, accuracy: null, source: 'installed', at: when.installedAt };
  expect(await device()).toMatchObject({ position: '卧室', place: pinned });
  const blank = await app.tryCall(bindingApi.unbindEquipment, { id, reason: '  ' }, engineer.token);
  expect(blank).toMatchObject({ status: 400, msg: '请填写原因' });
  await app.call(bindingApi.unbindEquipment, { id, reason: '搬家' }, engineer.token);
  expect(await device()).toMatchObject({ position: null, place: null, installedAt: null });
  expect(await bindings({ customerId })).toMatchObject([{ position: '卧室', installedAt: when.installedAt }]);
});

test('whoever binds may attest the device, and says why it could not be tried; it is in use then', async () => {
  const [customerId, { id }] = [await aCustomer(app), await aDevice(app)];
  expect(await bind(id, customerId, { tested: true })).toMatchObject({ status: 400, msg: '请写明为什么不能实测' });
  expect((await bind(id, customerId, { tested: true, testNote: '现场没有信号' })).code).toBe(0);
  expect((await row(id))?.state).toBe('in_use');
  expect(await bindings({ equipmentId: id })).toMatchObject([
    { testKind: 'attested', testedBy: engineer.name, testNote: '现场没有信号' },
  ]);
});

test('a wrong time, half a place and a missing one are refused, and nothing is written', async () => {
  const [customerId, { id }] = [await aCustomer(app), await aDevice(app)];
  const later = new Date(Date.now() + 3_600_000).toISOString();
  for (const [more, msg] of [
    [{ installedAt: later }, '安装时间不能晚于现在'],
    [{ installedAt: '1999-12-31T15:59:59.000Z' }, '安装时间不能早于2000年'],
    [{ position: '' }, '请填写安装位置'],
    [{ position: '  ' }, '请填写安装位置'],
    [{ unbindReason: '  ' }, '请填写解绑原因'],
    [{ lat: 28.9 }, '经度和纬度须一起填写'],
    [{ lat: 0, lng: 0 }, '定位无效'],
    [{ photoFileId: '1' }, '照片不存在，请重新上传'],
    [{ customerId: '999999' }, '客户不存在或不在你的范围'],
  ] as const)
    expect(await bind(id, customerId, more)).toMatchObject({ status: 400, msg: expect.stringContaining(msg) });
  expect(await row(id)).toMatchObject({ state: 'stock', customer: null });
  expect(await bindings({ equipmentId: id })).toEqual([]);
});

test('of two who bind one device at once one wins, and the other reads whose it is', async () => {
  const { id } = await aDevice(app);
  const customerIds = await Promise.all([aCustomer(app, { name: '钱秋生' }), aCustomer(app, { name: '钱秋生' })]);
  const answers = await Promise.all(customerIds.map((customerId) => bind(id, customerId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.msg).toBe('设备已绑定「钱秋生」，请先解绑，或填写原因后转给这位客户');
  expect(lost?.data).toMatchObject({ needs: 'unbind', customerName: '钱秋生' });
  expect(await bindings({ equipmentId: id })).toHaveLength(1);
});

test('a device bound elsewhere changes hands with a reason, and stands in both histories', async () => {
  const [from, to] = [await aCustomer(app), await aCustomer(app)];
  const { id } = await aDevice(app, { customer: from });
  expect((await bind(id, to, { unbindReason: '转给隔壁' })).code).toBe(0);
  expect(await bindings({ customerId: from })).toMatchObject([
    { equipmentId: id, reason: '转给隔壁', unboundBy: engineer.name },
  ]);
  expect(await bindings({ customerId: to })).toMatchObject([{ equipmentId: id, unboundAt: null, reason: null }]);
  expect(await bind(id, to)).toMatchObject({ status: 409, msg: '设备已经绑定这位客户' });
});

test('where a device was with one person is not where the next one is, nor shown while nobody has it', async () => {
  const { id, sn } = await aDevice(app, { customer: await aCustomer(app) });
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  const reports = async () => {
    watch.send(`UD,${placed(new Date())}`);
    await watch.answered(watch.send('LK'));
  };
  const place = async () => (await app.call(equipmentApi.getEquipment, { id }, app.admin)).place;
  await reports();
  expect(await place()).not.toBeNull();
  await unbind(id);
  expect(await place()).toBeNull();
  await reports();
  expect(await place()).not.toBeNull();
  expect((await bind(id, await aCustomer(app))).code).toBe(0);
  expect(await place()).toBeNull();
});

test('another project’s device, a device in repair and somebody who is not served any more are refused', async () => {
  const project = await aProject(app);
  const [customerId, away] = [await aCustomer(app), await aDevice(app, { project })];
  expect(await bind(away.id, customerId)).toMatchObject({
    status: 409,
    msg: expect.stringMatching(/^设备属于项目「p\d+」/),
  });
  const { id } = await aDevice(app);
  await move(id, 'repair');
  expect(await bind(id, customerId)).toMatchObject({
    status: 409,
    msg: expect.stringContaining('「维修中」的设备不能绑定'),
  });
  const end = { id: customerId, state: 'ended' as const, date: todayInChina(Date.now()), reason: '搬到外地' };
  await app.call(customerApi.updateCustomerState, end, app.admin);
  expect(await bind((await aDevice(app)).id, customerId)).toMatchObject({ status: 409, msg: '客户终止，不能绑定设备' });
});

test('unbinding asks while a call for help is open, a test is none, and what was unbound is handed out as before', async () => {
  const customer = await aCustomer(app);
  const { id, sn } = await aDevice(app, { customer });
  await app.call(testApi.startEquipmentTest, { id }, engineer.token);
  expect((await press(sn)).test).toBe(true);
  const { no } = await press(sn);
  expect(await unbind(id)).toMatchObject({
    status: 409,
    msg: `该客户的求助（${no}）还没有结案，确认仍要解绑？`,
    data: { needs: 'confirm', warns: [{ no }] },
  });
  expect((await unbind(id, { confirm: true })).code).toBe(0);
  expect(await row(id)).toMatchObject({ state: 'issued', customer: null });
  expect((await changes(id))[0]).toMatchObject({ from: 'in_use', state: 'issued', reason: '解绑：老人搬走' });
  expect(await unbind(id)).toMatchObject({ status: 409, msg: '设备没有绑定客户' });
});

test('any device of somebody who called for help and is not helped yet is taken off and replaced after a question', async () => {
  const customer = await aCustomer(app);
  const [pressed, other, spare] = [
    await aDevice(app, { customer }),
    await aDevice(app, { customer }),
    await aDevice(app),
  ];
  const { no } = await press(pressed.sn);
  const asks = (label: string) => ({
    ...{ status: 409, msg: `该客户的求助（${no}）还没有结案，确认仍要${label}？` },
    data: { needs: 'confirm', warns: [{ no }] },
  });
  expect(await unbind(other.id)).toMatchObject(asks('解绑'));
  expect(await replace(other.id, spare.sn)).toMatchObject(asks('更换'));
  expect(await replace(pressed.id, `NEW-${next()}-0002`)).toMatchObject(asks('更换'));
  expect(await bindings({ customerId: customer })).toHaveLength(2);
  expect((await replace(pressed.id, spare.sn, { confirm: true })).code).toBe(0);
  expect(await row(spare.id)).toMatchObject({ customer });
});

test('a number that called for help before it was known is the person’s as soon as it replaces their device', async () => {
  const customerId = await aCustomer(app);
  const sn = String(8_600_000_000 + next());
  const { id, type } = await press(sn);
  expect(type).toBe('unknown');
  expect((await replace((await aDevice(app, { customer: customerId })).id, sn)).code).toBe(0);
  expect(await app.call(deskApi.getWarn, { id }, app.admin)).toMatchObject({ customerId, equipmentSn: sn });
});

test('a lost device stays lost when another one, read by its IMEI, takes its place', async () => {
  const [old, spare] = [await aDevice(app, { customer: await aCustomer(app) }), await aDevice(app)];
  await app.sql("update equipment set imei = '490154203237518' where id = $1", [spare.id]);
  await move(old.id, 'lost');
  expect((await replace(old.id, '490154203237518')).data).toEqual({ id: spare.id, secret: null });
  expect(await bindings({ equipmentId: old.id })).toMatchObject([{ reason: `更换为 ${spare.sn}：屏幕碎裂` }]);
  expect(await row(old.id)).toMatchObject({ state: 'lost', customer: null });
});

test('states follow each other as they can, and a refusal says why', async () => {
  const { id } = await aDevice(app);
  const refused = async (state: Parameters<typeof move>[1]) => {
    const { status, msg } = await move(id, state);
    expect(status).toBe(409);
    return msg;
  };
  expect(await refused('stock')).toBe('设备已经是「在库」');
  expect(await refused('in_use')).toBe('设备没有绑定客户，不能改为「使用中」');
  expect(await refused('activated')).toBe('「已激活」由设备的第一条消息产生，不能手工设置');
  await bind(id, await aCustomer(app));
  expect(await refused('scrapped')).toBe('设备还绑定着客户，请先解绑或更换');
  expect(await refused('in_use')).toBe('设备还没有经过现场测试，测试通过后自动变为「使用中」');
  expect((await move(id, 'repair')).code).toBe(0);
  expect((await move(id, 'issued')).code).toBe(0);
  expect((await move(id, 'disabled')).code).toBe(0);
  await unbind(id);
  expect((await row(id))?.state).toBe('disabled');
  for (const state of ['stock', 'lost', 'scrapped'] as const) expect((await move(id, state)).code).toBe(0);
  expect(await refused('stock')).toBe('设备已报废，不能再改变状态');
  expect((await changes(id)).map(({ state }) => state)).toEqual(
    ['issued', 'repair', 'issued', 'disabled', 'stock', 'lost', 'scrapped'].reverse(),
  );
  expect((await changes(id))[0]).toMatchObject({ from: 'lost', reason: '表带断裂', byName: engineer.name });
});

test('a press of a lost and of a scrapped device rings, and neither can be tested', async () => {
  const customer = await aCustomer(app);
  const { id, sn } = await aDevice(app, { customer });
  await move(id, 'lost');
  expect(await press(sn)).toMatchObject({ level: 1, test: false, silent: false, customerId: customer });
  const tried = await app.tryCall(testApi.startEquipmentTest, { id }, engineer.token);
  expect(tried).toMatchObject({ status: 409, msg: '设备已丢失，不能测试' });
  await unbind(id, { confirm: true });
  await move(id, 'scrapped');
  expect(await press(sn)).toMatchObject({ level: 1, silent: false, customerId: null, status: 'pending' });
});

test('what is out for repair comes back in use where it was tried', async () => {
  const { id } = await aDevice(app);
  await bind(id, await aCustomer(app), { tested: true, testNote: '老人不便按键' });
  await move(id, 'repair');
  expect(await move(id, 'issued')).toMatchObject({ status: 409 });
  expect((await move(id, 'in_use')).code).toBe(0);
});

test('a replacement takes over whose it is, its place and its name; the old one goes to repair, both stay in the history', async () => {
  const customerId = await aCustomer(app);
  const [old, spare] = [await aDevice(app), await aDevice(app)];
  await bind(old.id, customerId, { tested: true, testNote: '无信号', lat: 28.9, lng: 118.8 });
  await app.sql("update equipment set name = '爷爷的手表' where id = $1", [old.id]);
  await app.sql(
    `insert into equipment_command (equipment_id, command, params, valid_until, state)
     select $1, 'interval', jsonb_build_object('seconds', s), now(), 'acknowledged' from unnest(array[60, 300]) s`,
    [old.id],
  );
  expect((await replace(old.id, spare.sn)).data).toEqual({ id: spare.id, secret: null });
  expect(await row(spare.id)).toMatchObject({
    ...{ name: '爷爷的手表', position: '卧室', lat: 28.9, customer: customerId, state: 'issued' },
  });
  const commandsOf = 'select command, params, state from equipment_command where equipment_id = $1';
  expect(await app.sql(commandsOf, [spare.id])).toEqual([
    { command: 'interval', params: { seconds: 300 }, state: 'queued' },
  ]);
  expect(await row(old.id)).toMatchObject({ state: 'repair', customer: null, name: '定位手表' });
  expect(await bindings({ customerId })).toMatchObject([
    { sn: spare.sn, testKind: 'none', unboundAt: null, position: '卧室' },
    { sn: old.sn, testKind: 'attested', reason: `更换为 ${spare.sn}：屏幕碎裂` },
  ]);
  expect((await changes(old.id))[0]).toMatchObject({ state: 'repair', reason: '屏幕碎裂' });
});

test('a new number is registered with the old one’s model; what is bound, in repair or gone is refused and nothing changes', async () => {
  const customer = await aCustomer(app);
  const { id } = await aDevice(app, { customer, model: 'mqtt' });
  const bound = await aDevice(app, { customer: await aCustomer(app) });
  expect(await replace(id, bound.sn)).toMatchObject({ status: 409, msg: `设备 ${bound.sn} 已绑定客户，请先解绑` });
  const broken = await aDevice(app);
  await move(broken.id, 'repair');
  expect((await replace(id, broken.sn)).status).toBe(409);
  const foreign = await aDevice(app, { project: await aProject(app) });
  expect((await replace(id, foreign.sn)).status).toBe(409);
  expect((await replace(id, (await row(id))?.sn as string)).status).toBe(400);
  expect(await row(id)).toMatchObject({ customer });
  expect(await bindings({ customerId: customer })).toHaveLength(1);

  const sn = `NEW-${next()}-0001`;
  const { data } = await replace(id, sn);
  expect((data as { secret: string }).secret.length).toBeGreaterThan(20);
  expect(await row((data as { id: string }).id)).toMatchObject({ sn, customer, state: 'issued' });
});

test('the history names nobody out of scope', async () => {
  const department = await aDepartment(app);
  const [ownCustomer, otherCustomer] = [await aCustomer(app, { department }), await aCustomer(app)];
  const { id } = await aDevice(app, { customer: otherCustomer, department });
  await bind(id, ownCustomer, { unbindReason: '转出' });
  const roleId = await aRole(app, { scope: 'department', permissions: ['equipment:list'] });
  const local = await aUser(app, { roleId, department });
  expect(await bindings({ equipmentId: id }, local.token)).toMatchObject([
    { customerId: ownCustomer },
    { customerId: null, customerName: null, reason: '转出' },
  ]);
  expect(await bindings({ customerId: otherCustomer }, local.token)).toEqual([]);
  expect((await app.tryCall(bindingApi.getBindingList, {}, local.token)).status).toBe(400);
});
