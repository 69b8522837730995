import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { repairApi } from '#features/repair/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aMark, aProject, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { stockApi } from '../contract.ts';
import { remindLoans } from './loanReminder.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(() => app.stop());

type Move = InputOf<typeof stockApi.addStockMove>;
const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const move = (kind: Move['kind'], equipmentIds: string[], fields: Partial<Move> = {}, token = engineer.token) =>
  app.tryCall(stockApi.addStockMove, { kind, equipmentIds, ...fields }, token);
const device = (id: string) => app.call(equipmentApi.getEquipment, { id }, engineer.token);
const moves = async (filters: InputOf<typeof stockApi.getStockMoveList>, token = engineer.token) =>
  (await app.list(stockApi.getStockMoveList, { limit: 200, ...filters }, token)).rows;
const kinds = async (equipmentId: string) => (await moves({ equipmentId })).map(({ kind }) => kind);
/** Creates a lent device with its customer and loan. */
async function lent(days = 10) {
  const customerId = await aCustomer(app);
  const { id, sn } = await aDevice(app);
  expect(await move('loan', [id], { customerId, dueDate: day(days) })).toMatchObject({ code: 0 });
  return { id, sn, customerId };
}

test('a device is taken in, handed out, taken back and written off, and each of it is written down', async () => {
  const { id, sn } = await aDevice(app);
  const batch = `B${next()}`;
  expect(await move('in', [id])).toMatchObject({ status: 400, msg: '请填写采购批次或供应商' });
  expect(await move('in', [id], { batch, supplier: '康泰电子' })).toMatchObject({ code: 0, data: { count: 1 } });
  expect(await device(id)).toMatchObject({ batch, supplier: '康泰电子', state: 'stock' });
  expect(await move('issue', [id])).toMatchObject({ code: 0 });
  const out = await move('in', [id], { batch });
  expect(out).toMatchObject({ status: 409, msg: `设备「${sn}」已发放，只有在库的设备可以入库` });
  expect(await move('return', [id], { note: '装错了' })).toMatchObject({ code: 0 });
  expect(await device(id)).toMatchObject({ state: 'stock' });
  expect(await move('scrap', [id])).toMatchObject({ status: 400, msg: '请写明为什么报废' });
  expect(await move('scrap', [id], { note: '进水' })).toMatchObject({ code: 0 });
  expect(await move('return', [id])).toMatchObject({ status: 409, msg: `设备「${sn}」：设备已报废，不能再改变状态` });
  expect(await kinds(id)).toEqual(['scrap', 'return', 'issue', 'in', 'in']);
  expect((await moves({ equipmentId: id, kind: ['return'] }))[0]).toMatchObject({
    ...{ sn, batch, supplier: '康泰电子', note: '退回：装错了', byName: engineer.name, dueDate: null, daysLeft: null },
  });
});

test('of many devices all go or none, and whatever else hands one out is written down too', async () => {
  const [one, other, bound] = [await aDevice(app), await aDevice(app), await aDevice(app)];
  await app.call(equipmentApi.moveEquipment, { ids: [one.id], issue: true }, engineer.token);
  expect(await kinds(one.id)).toEqual(['issue', 'in']);
  expect(await move('issue', [other.id, one.id])).toMatchObject({ status: 409 });
  expect(await device(other.id)).toMatchObject({ state: 'stock' });
  const [customerId, installedAt] = [await aCustomer(app), new Date().toISOString()];
  const bind = { id: bound.id, customerId, position: '卧室', installedAt };
  await app.call(bindingApi.bindEquipment, bind, engineer.token);
  expect((await moves({ equipmentId: bound.id }))[0]).toMatchObject({ kind: 'issue', customerId });
  expect(await move('return', [bound.id])).toMatchObject({
    ...{ status: 409, msg: `设备「${bound.sn}」：设备还绑定着客户，请先解绑或更换` },
  });
});

test('a device is lent to somebody until a day, and ends with the return: unbound, and in the store or in repair', async () => {
  const customerId = await aCustomer(app);
  const { id } = await aDevice(app);
  const installed = { position: '随身', installedAt: new Date().toISOString() };
  const bind = { id, customerId, ...installed, tested: true, testNote: '老人外出' };
  const late = await app.tryCall(bindingApi.bindEquipment, { ...bind, dueDate: day(-1) }, engineer.token);
  expect(late).toMatchObject({ status: 400, msg: '应还日期不能早于今天' });
  expect(await move('loan', [id], { customerId })).toMatchObject({ status: 400, msg: '请填写应还日期' });
  await app.call(bindingApi.bindEquipment, { ...bind, dueDate: day(5) }, engineer.token);
  expect(await device(id)).toMatchObject({ state: 'in_use', customerId });
  const [loan] = await moves({ equipmentId: id });
  expect(loan).toMatchObject({ kind: 'loan', customerId, dueDate: day(5), daysLeft: 5, endedAt: null });
  expect(await move('loan', [id], { customerId, dueDate: day(5) })).toMatchObject({ status: 409 });
  expect(await move('return', [id], { condition: 'good', note: '配件齐全' })).toMatchObject({ code: 0 });
  expect(await device(id)).toMatchObject({ state: 'stock', customerId: null });
  const ended = (await moves({ equipmentId: id })).find(({ kind }) => kind === 'loan');
  expect(ended).toMatchObject({ condition: 'good', note: '配件齐全', daysLeft: null, endedAt: expect.any(String) });

  const worn = await lent();
  await move('return', [worn.id], { condition: 'broken', note: '表带断了' });
  expect(await device(worn.id)).toMatchObject({ state: 'repair', customerId: null });
  const orders = await app.list(repairApi.getRepairList, { equipmentId: worn.id }, engineer.token);
  expect(orders.rows).toMatchObject([{ fault: '归还：表带断了', state: 'open' }]);
});

test('of many that are lent at once the one that cannot be is named, and none is lent', async () => {
  const [customerId, fine, out] = [await aCustomer(app), await aDevice(app), await lent()];
  const refused = await move('loan', [fine.id, out.id], { customerId, dueDate: day(10) });
  expect([refused.status, refused.msg]).toEqual([
    409,
    expect.stringMatching(new RegExp(`^设备「${out.sn}」：设备已绑定`)),
  ]);
  expect(await device(fine.id)).toMatchObject({ state: 'stock', customerId: null });
});

test('unbinding ends a loan, replacing moves it to the device that takes the place', async () => {
  const { id, customerId } = await lent();
  const spare = await aDevice(app);
  await app.call(bindingApi.replaceEquipment, { id, newSn: spare.sn, reason: '充不进电' }, engineer.token);
  const open = async (equipmentId: string) => moves({ equipmentId, open: true });
  expect(await open(id)).toEqual([]);
  expect(await open(spare.id)).toMatchObject([{ kind: 'loan', customerId, dueDate: day(10) }]);
  await app.call(bindingApi.unbindEquipment, { id: spare.id, reason: '不用了' }, engineer.token);
  expect(await open(spare.id)).toEqual([]);
});

test('while whoever has it calls for help a lent device comes back only when that is confirmed', async () => {
  const { id, sn } = await lent();
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  expect(await move('return', [id])).toMatchObject({ status: 409, data: { needs: 'confirm' } });
  expect((await moves({ equipmentId: id, open: true }))[0]).toMatchObject({ condition: null, note: null });
  expect(await move('return', [id], { confirm: true })).toMatchObject({ code: 0 });
});

test('loans stand before everything else, the longest overdue first', async () => {
  const [later, over] = [await lent(20), await lent(20)];
  await app.sql(`update stock_move set due_date = $2 where equipment_id = $1 and kind = 'loan'`, [over.id, day(-400)]);
  const listed = (await moves({})).map(({ equipmentId }) => equipmentId);
  expect(listed[0]).toBe(over.id);
  expect(listed.indexOf(later.id)).toBeLessThan((await moves({ open: true })).length);
  expect((await moves({ overdue: true })).map(({ daysLeft }) => daysLeft)).toContain(-400);
  expect((await moves({ keyword: later.sn, overdue: true })).length).toBe(0);
});

test('the stock is counted by model and batch and state, within the scope', async () => {
  const batch = `B${next()}`;
  const [first, second] = [await lent(), await aDevice(app)];
  await app.sql('update equipment set batch = $2 where id = any($1)', [[first.id, second.id], batch]);
  const { rows } = await app.list(stockApi.getStockList, { keyword: batch }, engineer.token);
  expect(rows).toMatchObject([{ model: 'watch', batch, stock: 1, issued: 1, scrapped: 0, loaned: 1, total: 2 }]);
  const elsewhere = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  expect((await app.list(stockApi.getStockList, { keyword: batch }, elsewhere.token)).count).toBe(0);
});

test('device staff that sees the device is told three days before a loan ends, once a day of an end', async () => {
  const [department, project] = [await aDepartment(app), await aProject(app)];
  const [stockKeeper, other] = [
    await aUser(app, { role: 'engineer', department, projects: [project] }),
    await aUser(app, { role: 'engineer', department: await aDepartment(app), projects: [project] }),
  ];
  const name = aMark();
  const customerId = await aCustomer(app, { department, project, name });
  const { id } = await aDevice(app, { department, project });
  await move('loan', [id], { customerId, dueDate: day(4) }, app.admin);
  const noticesOf = async ({ token }: TestUser) => {
    await Promise.all([remindLoans(), remindLoans()]);
    return (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.map(({ title }) => title);
  };
  expect(await noticesOf(stockKeeper)).toEqual([]);
  await app.sql(`update stock_move set due_date = $2 where equipment_id = $1 and kind = 'loan'`, [id, day(3)]);
  expect(await noticesOf(stockKeeper)).toEqual([`借给「${name}」的设备还有 3 天应还`]);
  expect([await noticesOf(stockKeeper), await noticesOf(other)]).toEqual([[`借给「${name}」的设备还有 3 天应还`], []]);
});

test('who may only look at devices registers nothing, and nobody a device of another department', async () => {
  const { token } = await aUser(app, { role: 'operator' });
  const { id } = await aDevice(app);
  expect(await move('issue', [id], {}, token)).toMatchObject({ status: 403 });
  const elsewhere = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  expect(await move('issue', [id], {}, elsewhere.token)).toMatchObject({ status: 404 });
  expect(await moves({ equipmentId: id }, elsewhere.token)).toEqual([]);
});
