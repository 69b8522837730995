import { afterAll, beforeAll, expect, test } from 'vitest';
import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import { fieldApi } from '#shared/field.ts';

let app: TestApp;
let customer: string;
const idNo = '110101193801010059';
beforeAll(async () => {
  app = await startApp();
  customer = await aCustomer(app, { name: '孙兰芳', idNo, mobile: '13812348765', address: '7幢202' });
});
afterAll(() => app.stop());

test('a list shows ID number and phone masked', async () => {
  const { rows } = await app.list(customerApi.getCustomerList, { keyword: '孙兰芳' }, app.admin);
  expect(rows[0]).toMatchObject({ mobile: '138****8765', idNo: expect.stringMatching(/^\*+0059$/) });
});

test('people are found by the last four of their number, in scope alone', async () => {
  const idNo = '11010119380101018X';
  const id = await aCustomer(app, { name: '钱四位', idNo, department: await aDepartment(app) });
  const find = async (token: string) =>
    (await app.list(customerApi.getCustomerList, { keyword: '018x' }, token)).rows.map((row) => row.id);
  expect(await find(app.admin)).toEqual([id]);
  const roleId = await aRole(app, { scope: 'department', rights: ['customer:list'] });
  expect(await find((await aUser(app, { roleId, department: await aDepartment(app) })).token)).toEqual([]);
});

test.each([
  ['idNo', idNo],
  ['mobile', '13812348765'],
  ['phone', null],
  ['address', '7幢202'],
])('%s is shown in clear to whoever has the right, and the look is an entry of its own', async (field, value) => {
  const shown = await app.call(
    fieldApi.revealField,
    { object: 'customer', id: customer, field, reason: '核对身份' },
    app.admin,
  );
  expect(shown).toEqual({ value });
  const { rows } = await app.list(cmdLogApi.getCmdLogList, { action: 'reveal', limit: 1 }, app.admin);
  expect(rows[0]).toMatchObject({ objectType: 'customer', objectId: customer, objectName: '孙兰芳' });
  expect(JSON.stringify(rows[0])).not.toContain(value ?? idNo);
});

test('out of scope is not there, and an unknown object or field is refused', async () => {
  const inside = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department', rights: ['pii:reveal', 'customer:list'] });
  const user = await aUser(app, { roleId, department: inside });
  const ask = (input: unknown, token = app.admin) => app.tryCall(fieldApi.revealField, input, token);
  expect(await ask({ object: 'customer', id: customer, field: 'idNo' }, user.token)).toMatchObject({ status: 404 });
  expect(await ask({ object: 'customer', id: customer, field: 'healthCipher' })).toMatchObject({ status: 400 });
  expect(await ask({ object: 'nothing', id: customer, field: 'idNo' })).toMatchObject({ status: 400 });
});

test('without the list of people one looks behind the masks of whoever has an open alarm, as long as it is open', async () => {
  const able = async (...rights: string[]) =>
    (await aUser(app, { roleId: await aRole(app, { scope: 'all', rights: ['pii:reveal', ...rights] }) })).token;
  const id = await aCustomer(app, { mobile: '13812340001' });
  const look = (token: string) => app.tryCall(fieldApi.revealField, { object: 'customer', id, field: 'mobile' }, token);
  const [neither, alarms, people] = [await able(), await able('warn:list'), await able('customer:list')];
  expect((await look(people)).data).toEqual({ value: '13812340001' });
  expect((await look(alarms)).status).toBe(404);
  const occurredAt = new Date().toISOString();
  const raised = { customerId: id, type: 'sos' as const, level: 1 as const, note: '求助', occurredAt };
  await app.call(warnApi.addWarn, raised, app.admin);
  expect((await look(alarms)).data).toEqual({ value: '13812340001' });
  expect((await look(neither)).status).toBe(404);
  await app.sql(`update warn set status = 'done' where customer_id = $1`, [id]);
  expect((await look(alarms)).status).toBe(404);
});

test('where the parameters want it a look needs its reason', async () => {
  const set = (amount: number) =>
    app.sql("update dictionary set amount = $1 where type = 'privacy' and value = 'reveal_reason'", [amount]);
  const look = (reason?: string) =>
    app.tryCall(fieldApi.revealField, { object: 'customer', id: customer, field: 'idNo', reason }, app.admin);
  await set(1);
  expect(await look()).toMatchObject({ status: 400, data: { errors: [{ field: 'reason', rule: 'required' }] } });
  expect(await look('家属来电核对')).toMatchObject({ code: 0, data: { value: idNo } });
  await set(0);
  expect((await look()).code).toBe(0);
});
