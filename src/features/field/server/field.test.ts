import { afterAll, beforeAll, expect, test } from 'vitest';
import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { fieldApi } from '#shared/contract/field.ts';

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
  const roleId = await aRole(app, { scope: 'department', permissions: ['customer:list'] });
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
  const roleId = await aRole(app, { scope: 'department', permissions: ['pii:reveal', 'customer:list'] });
  const user = await aUser(app, { roleId, department: inside });
  const ask = (input: unknown, token = app.admin) => app.tryCall(fieldApi.revealField, input, token);
  expect(await ask({ object: 'customer', id: customer, field: 'idNo' }, user.token)).toMatchObject({ status: 404 });
  expect(await ask({ object: 'customer', id: customer, field: 'healthCipher' })).toMatchObject({ status: 400 });
  expect(await ask({ object: 'nothing', id: customer, field: 'idNo' })).toMatchObject({ status: 400 });
});

test('without the list of people one looks behind the masks of whoever has an open alarm, as long as it is open', async () => {
  const able = async (...permissions: string[]) =>
    (await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['pii:reveal', ...permissions] }) }))
      .token;
  const id = await aCustomer(app, { mobile: '13812340001' });
  const reveal = (token: string) =>
    app.tryCall(fieldApi.revealField, { object: 'customer', id, field: 'mobile', reason: '来电' }, token);
  const [neither, alarms, customers] = [await able(), await able('warn:list'), await able('customer:list')];
  expect((await reveal(customers)).data).toEqual({ value: '13812340001' });
  expect((await reveal(alarms)).status).toBe(404);
  const occurredAt = new Date().toISOString();
  const raised = { customerId: id, type: 'sos' as const, level: 1 as const, note: '求助', occurredAt };
  await app.call(warnApi.addWarn, raised, app.admin);
  expect((await reveal(alarms)).data).toEqual({ value: '13812340001' });
  expect((await reveal(neither)).status).toBe(404);
  await app.sql(`update warn set status = 'done' where customer_id = $1`, [id]);
  expect((await reveal(alarms)).status).toBe(404);
});

const set = (value: string, amount: number) =>
  app.sql("update dictionary set amount = $2 where type = 'privacy' and value = $1", [value, amount]);

test('a look needs its reason, unless the parameters or its project say otherwise', async () => {
  const reveal = (reason?: string) =>
    app.tryCall(fieldApi.revealField, { object: 'customer', id: customer, field: 'idNo', reason }, app.admin);
  const reasonRequired = { status: 400, data: { errors: [{ field: 'reason', rule: 'required' }] } };
  expect(await reveal()).toMatchObject(reasonRequired);
  expect(await reveal('  ')).toMatchObject(reasonRequired);
  expect(await reveal('家属来电核对')).toMatchObject({ code: 0, data: { value: idNo } });
  await set('reveal_reason', 0);
  expect((await reveal()).code).toBe(0);
  const [project] = await app.sql<{ id: string; version: number }>(
    'select p.id::text, p.version from project p join customer c on c.project_id = p.id where c.id = $1',
    [customer],
  );
  const { id = '', version = 1 } = project ?? {};
  const config = { id, version, revealReason: true, revealLimit: null };
  await app.call(projectApi.editProjectConfig, config, app.admin);
  expect(await reveal()).toMatchObject(reasonRequired);
  await app.call(projectApi.editProjectConfig, { ...config, version: version + 1, revealReason: null }, app.admin);
  await set('reveal_reason', 1);
});

/**
 * Creates a project with a customer, a user who may reveal, its administrator, and the administrator of another
 * project.
 */
async function anOffice() {
  const [project, other] = [await aProject(app), await aProject(app)];
  const roleId = await aRole(app, {
    scope: 'all',
    permissions: ['pii:reveal', 'customer:list', 'warn:list', 'warn:claim'],
  });
  const [looker, boss, stranger] = [
    await aUser(app, { roleId, projects: [project] }),
    await aUser(app, { role: 'admin', projects: [project] }),
    await aUser(app, { role: 'admin', projects: [other] }),
  ];
  return { project, looker, boss, stranger, person: await aCustomer(app, { project, mobile: '13812340077' }) };
}

const revealMobile = (id: string, token: string) =>
  app.tryCall(fieldApi.revealField, { object: 'customer', id, field: 'mobile', reason: '核对' }, token);

const noticesOf = async ({ token }: TestUser) =>
  (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.filter(({ title }) =>
    title.startsWith('查看完整信息超过上限'),
  );

test('of fifty looks at once exactly so many are shown as a person has in an hour, and the project’s administrators hear of the rest once', async () => {
  const { project, looker, boss, stranger, person } = await anOffice();
  await app.sql('update project set reveal_limit = 20 where id = $1', [project]);
  const looks = await Promise.all(Array.from({ length: 50 }, () => revealMobile(person, looker.token)));
  expect(looks.filter(({ code }) => code === 0)).toHaveLength(20);
  const refused = looks.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(30);
  expect(refused[0]?.msg).toMatch(/^一小时内最多查看 20 次完整信息，\d\d:\d\d 之后可以再看，正在处理的告警不受影响$/);
  expect(refused[0]?.text).not.toContain('13812340077');
  expect(await noticesOf(boss)).toMatchObject([{ title: `查看完整信息超过上限：${looker.name}` }]);
  expect(await noticesOf(stranger)).toEqual([]);
  const entries = await app.sql<{ code: number; n: number }>(
    "select code, count(*)::int as n from cmd_log where user_id = $1 and action = 'revealField' group by code order by code",
    [looker.id],
  );
  expect(entries).toEqual([
    { code: -1, n: 30 },
    { code: 0, n: 20 },
  ]);

  // Only the first reveal is over an hour old: one more is allowed, and the notice is not repeated within the hour.
  await app.sql(
    "update reveal_look set looks[1] = looks[1] - interval '1 hour', told_at = told_at - interval '59 minutes' where user_id = $1",
    [looker.id],
  );
  expect((await revealMobile(person, looker.token)).code).toBe(0);
  expect((await revealMobile(person, looker.token)).status).toBe(429);
  expect(await noticesOf(boss)).toHaveLength(1);
  await app.sql("update reveal_look set told_at = told_at - interval '1 minute' where user_id = $1", [looker.id]);
  expect((await revealMobile(person, looker.token)).status).toBe(429);
  expect(await noticesOf(boss)).toHaveLength(2);
});

test('all ways count together, and one’s own alarm in hand opens without counting, reason or limit', async () => {
  const { project, looker, person } = await anOffice();
  await app.sql('update project set reveal_limit = 2 where id = $1', [project]);
  const alarm = async () => {
    const raised = { customerId: person, type: 'sos' as const, level: 1 as const, note: '求助' };
    return (await app.call(warnApi.addWarn, { ...raised, occurredAt: new Date().toISOString() }, app.admin)).id;
  };
  const id = await alarm();
  const reveal = (input: object = { reason: '核对' }) =>
    app.tryCall(deskApi.revealWarn, { id, ...input }, looker.token);
  expect((await reveal({})).status).toBe(400);
  expect((await reveal()).code).toBe(0);
  expect((await revealMobile(person, looker.token)).code).toBe(0);
  expect((await revealMobile(person, looker.token)).status).toBe(429);
  expect((await reveal()).status).toBe(429);
  await app.call(warnApi.claimWarn, { id }, looker.token);
  expect((await reveal({})).data).toMatchObject({ whole: true, customer: { mobile: '13812340077' } });
  const bare = { object: 'customer', id: person, field: 'mobile' };
  expect((await app.tryCall(fieldApi.revealField, bare, looker.token)).data).toEqual({ value: '13812340077' });
  await app.sql("update warn set status = 'done', finished_at = now() where id = $1", [id]);
  expect((await revealMobile(person, looker.token)).status).toBe(429);
});
