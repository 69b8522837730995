import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { repairApi } from '#features/repair/contract.ts';
import { pool } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(() => app.stop());

type Edit = InputOf<typeof repairApi.editRepair>;
const report = (equipmentId: string, fields: Partial<InputOf<typeof repairApi.addRepair>> = {}) =>
  app.call(repairApi.addRepair, { equipmentId, fault: '表带断裂', ...fields }, engineer.token);
const refused = (equipmentId: string, fields: Partial<InputOf<typeof repairApi.addRepair>> = {}) =>
  app.tryCall(repairApi.addRepair, { equipmentId, fault: '表带断裂', ...fields }, engineer.token);
const order = (id: string) => app.call(repairApi.getRepair, { id }, engineer.token);
const go = async (id: string, fields: Omit<Edit, 'id' | 'version'>) =>
  app.tryCall(repairApi.editRepair, { id, version: (await order(id)).version, ...fields }, engineer.token);
const device = (id: string) => app.call(equipmentApi.getEquipment, { id }, engineer.token);
async function press(sn: string): Promise<void> {
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
}
const without = async (customerId: string) => {
  const { name } = await app.call(customerApi.getCustomer, { id: customerId }, app.admin);
  const { rows } = await app.list(customerApi.getCustomerList, { hasEquipment: false, keyword: name }, app.admin);
  return rows.some(({ id }) => id === customerId);
};
const ofDevice = async (equipmentId: string) =>
  (await app.list(repairApi.getRepairList, { equipmentId }, engineer.token)).rows;

test('a device that is reported broken is in repair, and whoever has it counts as without one until it is mended', async () => {
  const customer = await aCustomer(app);
  const { id: equipmentId, sn } = await aDevice(app, { customer });
  expect(await without(customer)).toBe(false);
  const { id, secret } = await report(equipmentId, { handler: '王工' });
  expect(secret).toBeNull();
  expect(await order(id)).toMatchObject({
    ...{ no: `WX${id}`, sn, customerId: customer, fault: '表带断裂', state: 'open', openDays: 0 },
    ...{ reportedBy: engineer.name, handler: '王工', substituteSn: null, closedAt: null },
  });
  expect(await device(equipmentId)).toMatchObject({ state: 'repair', customerId: customer });
  expect(await without(customer)).toBe(true);

  expect(await go(id, { state: 'sent' })).toMatchObject({ status: 400, msg: '请填写送修单位' });
  expect(await go(id, { state: 'sent', sentTo: '厂家售后' })).toMatchObject({ code: 0 });
  expect(await go(id, { state: 'open' })).toMatchObject({ status: 400, msg: '已送修的不能退回待处理' });
  expect(await go(id, { state: 'repaired' })).toMatchObject({ status: 400, msg: '请填写处理结果' });
  expect(await go(id, { state: 'repaired', result: '换了表带', cost: 35.5 })).toMatchObject({ code: 0 });
  expect(await order(id)).toMatchObject({ state: 'repaired', cost: 35.5, closedAt: expect.any(String) });
  expect(await device(equipmentId)).toMatchObject({ state: 'issued', customerId: customer });
  expect(await without(customer)).toBe(false);
  expect(await go(id, { state: 'scrapped' })).toMatchObject({ status: 409, msg: '维修单已修复，不能再改状态' });
  expect(await go(id, { cost: 40 })).toMatchObject({ code: 0 });
});

test('another device stands in while one is away, and the mended one goes back to the store', async () => {
  const customer = await aCustomer(app);
  const old = await aDevice(app, { customer });
  const spare = await aDevice(app);
  const { id } = await report(old.id, { newSn: spare.sn });
  expect(await order(id)).toMatchObject({ customerId: customer, substituteId: spare.id, substituteSn: spare.sn });
  expect(await device(old.id)).toMatchObject({ state: 'repair', customerId: null });
  expect(await device(spare.id)).toMatchObject({ customerId: customer });
  expect(await without(customer)).toBe(false);
  expect(await go(id, { state: 'repaired', result: '换了屏幕' })).toMatchObject({ code: 0 });
  expect(await device(old.id)).toMatchObject({ state: 'stock' });
});

test('while whoever has it calls for help, another one takes its place only when that is confirmed', async () => {
  const old = await aDevice(app, { customer: await aCustomer(app) });
  const spare = await aDevice(app);
  await press(old.sn);
  const refusal = await refused(old.id, { newSn: spare.sn });
  expect(refusal).toMatchObject({ status: 409, data: { needs: 'confirm' } });
  expect([await ofDevice(old.id), (await device(spare.id)).customerId]).toEqual([[], null]);
  await report(old.id, { newSn: spare.sn, confirm: true });
  expect((await ofDevice(old.id)).length).toBe(1);
});

test('one that is not worth it is written off, one that was exchanged stays out of use, neither while somebody has it', async () => {
  const customer = await aCustomer(app);
  const [worn, dead, exchanged] = [await aDevice(app, { customer }), await aDevice(app), await aDevice(app)];
  const { id } = await report(worn.id);
  const stillBound = { status: 409, msg: '设备还绑定着客户，请先更换或解绑' };
  expect(await go(id, { state: 'scrapped', result: '主板进水' })).toMatchObject(stillBound);
  expect(await order(id)).toMatchObject({ state: 'open', result: null, closedAt: null });
  const spare = await aDevice(app);
  const swap = { id: worn.id, newSn: spare.sn, reason: '先用备用机' };
  await app.call(bindingApi.replaceEquipment, swap, engineer.token);
  expect(await order(id)).toMatchObject({ substituteSn: spare.sn, state: 'open' });
  expect(await go(id, { state: 'scrapped', result: '主板进水' })).toMatchObject({ code: 0 });
  expect(await device(worn.id)).toMatchObject({ state: 'scrapped' });
  expect(await refused(worn.id)).toMatchObject({ status: 409, msg: '设备已报废，不能再改变状态' });

  await go((await report(dead.id)).id, { state: 'scrapped', result: '无法修复' });
  await go((await report(exchanged.id)).id, { state: 'replaced', result: '厂家换新' });
  expect([(await device(dead.id)).state, (await device(exchanged.id)).state]).toEqual(['scrapped', 'disabled']);
});

test('each device in repair has one open order, whatever brought it there, and it ends with the repair', async () => {
  const { id } = await aDevice(app);
  const move = (state: 'repair' | 'disabled' | 'stock', reason: string) =>
    app.call(equipmentApi.updateEquipmentState, { id, state, reason }, engineer.token);
  await move('repair', '充不进电');
  const [opened] = await ofDevice(id);
  expect(opened).toMatchObject({ fault: '充不进电', state: 'open', reportedBy: engineer.name });
  expect(await refused(id)).toMatchObject({ status: 409, msg: `设备已有未完成的维修单 ${opened?.no}` });
  await move('disabled', '先停用');
  expect((await ofDevice(id)).map(({ state }) => state)).toEqual(['open']);
  await move('stock', '换了充电线');
  expect((await ofDevice(id)).map(({ state, result }) => [state, result])).toEqual([['repaired', '换了充电线']]);

  await report(id);
  expect((await ofDevice(id)).map(({ state }) => state)).toEqual(['open', 'repaired']);
  const customer = await aCustomer(app);
  const worn = await aDevice(app, { customer });
  const newSn = String(8_850_000_000 + next());
  await app.call(bindingApi.replaceEquipment, { id: worn.id, newSn, reason: '听不见' }, engineer.token);
  expect(await ofDevice(worn.id)).toMatchObject([
    { fault: '听不见', state: 'open', customerId: customer, substituteSn: newSn },
  ]);
});

test('two who report one device at once: the order is the first one’s, and the other is told of it', async () => {
  const { id } = await aDevice(app);
  const client = await pool().connect();
  try {
    await client.query('begin');
    await client.query('select 1 from device_state where device_id = $1 for update', [id]);
    const both = Promise.all([refused(id, { fault: '听不见' }), refused(id, { fault: '听不见', handler: '王工' })]);
    await until('both wait', async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await app.sql(waiting)).length > 1;
    });
    await client.query('commit');
    const [created, late] = (await both).toSorted((a, b) => a.status - b.status);
    const [opened] = await ofDevice(id);
    expect(created).toMatchObject({ code: 0, data: { id: opened?.id } });
    expect(late).toMatchObject({ status: 409, msg: `设备已有未完成的维修单 ${opened?.no}` });
  } finally {
    client.release();
  }
});

test('two who work on one order: the later one is told what the first one changed', async () => {
  const { id } = await report((await aDevice(app)).id);
  const { version } = await order(id);
  await app.call(repairApi.editRepair, { id, version, handler: '王工' }, engineer.token);
  const late = await app.tryCall(repairApi.editRepair, { id, version, state: 'repaired', result: '好了' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { changes: [{ field: 'handler', new: '王工' }] } });
  expect(await order(id)).toMatchObject({ state: 'open', handler: '王工' });
});

test('orders are found by number, fault, device and person, by state and by how long they last, and exported', async () => {
  const name = `赵一${'甲乙丙丁戊'[next() % 5]}`;
  const { id: equipmentId, sn } = await aDevice(app, { customer: await aCustomer(app, { name }) });
  const { id } = await report(equipmentId, { fault: `异响${next()}` });
  await app.sql(`update repair set created_at = now() - interval '8 days 1 hour' where id = $1`, [id]);
  const { no, fault } = await order(id);
  const idsOf = async (filters: InputOf<typeof repairApi.getRepairList>) =>
    (await app.list(repairApi.getRepairList, filters, engineer.token)).rows.map((row) => row.id);
  for (const keyword of [no, fault, sn]) expect(await idsOf({ keyword })).toEqual([id]);
  expect(await idsOf({ keyword: name, state: ['open'] })).toContain(id);
  expect(await idsOf({ openDaysFrom: 8, openDaysTo: 8, keyword: no })).toEqual([id]);
  expect(await idsOf({ openDaysFrom: 9, keyword: no })).toEqual([]);
  expect(await idsOf({ keyword: no, state: ['sent'] })).toEqual([]);
  const refusal = { filters: { keyword: no }, columns: ['no', 'sn', 'fault', 'state', 'openDays'] as const };
  const { fileId } = await app.call(
    repairApi.exportRepair,
    { ...refusal, columns: [...refusal.columns] },
    engineer.token,
  );
  expect((await downloadRows(app, fileId ?? '', engineer.token)).slice(1)).toEqual([
    ['单号', '设备编号', '故障', '状态', '已过天数'],
    [no, sn, fault, '待处理', 8],
  ]);
});

test('who may only look at devices reports none broken', async () => {
  const { token } = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['equipment:list'] }) });
  const { id } = await aDevice(app);
  expect(await app.tryCall(repairApi.addRepair, { equipmentId: id, fault: '不亮' }, token)).toMatchObject({
    status: 403,
  });
  expect((await app.list(repairApi.getRepairList, { equipmentId: id }, token)).count).toBe(0);
});

test('an operator who hears of a fault reports it, but neither puts another device in its place nor ends the order', async () => {
  const operator = await aUser(app, { role: 'operator' });
  const { id: equipmentId } = await aDevice(app, { customer: await aCustomer(app) });
  const { state } = await device(equipmentId);
  const refusal = { equipmentId, fault: '老人说按了没反应' };
  const other = await app.tryCall(repairApi.addRepair, { ...refusal, newSn: `NEW${next()}0000` }, operator.token);
  expect(other).toMatchObject({ status: 403, msg: '没有更换设备的权限，可以只登记维修' });
  expect(await device(equipmentId)).toMatchObject({ state });
  const { id } = await app.call(repairApi.addRepair, refusal, operator.token);
  expect(await order(id)).toMatchObject({ state: 'open', reportedBy: operator.name });
  const edit = { id, version: 1, state: 'repaired', result: '好了' } as const;
  expect(await app.tryCall(repairApi.editRepair, edit, operator.token)).toMatchObject({ status: 403 });
});
