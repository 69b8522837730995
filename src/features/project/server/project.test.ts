import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { dictionaryApi } from '#features/dictionary/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser, next } from '#server/testing/rows.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { creditCodeProblem } from './creditCode.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type Row = OutputOf<typeof projectApi.getProjectList>;
const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];
/** Returns a day in the project's zone, as the product counts days. */
const day = (fromNow: number) => new Date(Date.now() + 8 * 3_600_000 + fromNow * 86_400_000).toISOString().slice(0, 10);

async function row(id: string, token = app.admin): Promise<Row | undefined> {
  return (await app.list(projectApi.getProjectList, { limit: 200 }, token)).rows.find((project) => project.id === id);
}
const add = async (overrides: Record<string, unknown> = {}) =>
  app.tryCall(
    projectApi.addProject,
    { code: `XM${next()}`, name: '望湖街道项目', departmentId: await aDepartment(app), ...overrides },
    app.admin,
  );
async function added(overrides: Record<string, unknown> = {}): Promise<string> {
  const answer = await add(overrides);
  if (answer.code !== 0) throw new Error(answer.text);
  return (answer.data as { id: string }).id;
}

test('what names no project belongs to the first one, however many digits the later ones have', async () => {
  const [first] = await app.sql<{ id: string }>('select min(id)::text as id from project');
  await app.sql(
    `insert into project (id, code, name, department_id) select 10000000, 'later', '后来的', department_id from project where id = $1`,
    [first?.id],
  );
  expect((await defaultOwnership(db)).projectId).toBe(first?.id);
});

test('a project is added with the limits of the parameters, found and edited; the second of two editors is told', async () => {
  const parameters = (await app.call(dictionaryApi.getDictionaryTree, {}, app.admin)).find(
    (one) => one.type === 'project_default',
  );
  const limit = parameters?.items.find((one) => one.value === 'claim_seconds');
  await app.call(
    dictionaryApi.editDictionary,
    { id: limit?.id ?? '', version: limit?.version ?? 0, amount: 45 },
    app.admin,
  );
  const id = await added({ ownerOrg: '望湖街道办事处', startDate: day(-10), endDate: day(20), quotaCustomer: 5 });
  const before = await row(id);
  expect(before).toMatchObject({ status: 'running', claimSeconds: 45, customerCount: 0, daysLeft: 20 });
  const version = before?.version ?? 0;
  await app.call(projectApi.editProject, { id, version, name: '望湖街道二期', ownerOrg: null }, app.admin);
  const late = await app.tryCall(projectApi.editProject, { id, version, name: '旧名' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { version: version + 1 } });
  expect((late.data as { changes: unknown[] }).changes).toContainEqual({
    field: 'name',
    old: '望湖街道项目',
    new: '望湖街道二期',
  });
  const soon = await app.list(projectApi.getProjectList, { expiringDays: 30, limit: 200 }, app.admin);
  expect(soon.rows.map((one) => one.id)).toContain(id);
});

test.each([
  ['a name of one character', { name: '甲' }, 'name'],
  ['a name of 51 characters', { name: '甲'.repeat(51) }, 'name'],
  ['a code with Chinese', { code: '项目一' }, 'code'],
  ['an end before the start', { startDate: '2026-02-01', endDate: '2026-01-01' }, 'endDate'],
  ['a day that does not exist', { startDate: '2026-02-30' }, 'startDate'],
  ['a department that does not exist', { departmentId: '999999999' }, 'departmentId'],
  ['a quota below zero', { quotaCustomer: -1 }, 'quotaCustomer'],
  ['a quota in words', { quotaCustomer: '很多' }, 'quotaCustomer'],
  ['a credit code with a wrong check character', { creditCode: '91350100M000100Y44' }, 'creditCode'],
  ['a wrong phone', { phone: '123456' }, 'phone'],
  ['an area that the country does not have', { regionCode: '330899' }, 'regionCode'],
  ['a manager who does not exist', { managerId: '999999999' }, 'managerId'],
  ['papers that nobody has uploaded', { fileIds: ['999999999'] }, 'fileIds'],
  ['a remark of 501 characters', { remark: '长'.repeat(501) }, 'remark'],
])('%s is refused and the field named', async (_, more, field) => {
  const answer = await add(more);
  expect(answer.status).toBe(400);
  expect(errorOf(answer)?.field).toBe(field);
});

test('a code is given once', async () => {
  const id = await added();
  const code = (await row(id))?.code;
  expect(errorOf(await add({ code }))).toMatchObject({ field: 'code', msg: '项目编号已存在' });
});

test('a social credit code is judged by its check character', () => {
  expect(creditCodeProblem('91350100M000100Y43')).toBeNull();
  expect(creditCodeProblem('91350100M000100Y44')).toBe('信用代码校验不通过');
});

test('people of one project see nothing of another one, in lists, counts and details', async () => {
  const [mine, other] = [await aProject(app), await aProject(app)];
  const here = await aCustomer(app, { project: mine });
  await aCustomer(app, { project: other });
  const roleId = await aRole(app, {
    scope: 'all',
    permissions: ['customer:list', 'project:list', 'project:edit', 'project:config', 'warn:list'],
  });
  const user = await aUser(app, { roleId, projects: [mine] });
  expect((await app.list(customerApi.getCustomerList, {}, user.token)).rows.map((one) => one.id)).toEqual([here]);
  expect((await app.list(projectApi.getProjectList, {}, user.token)).rows.map((one) => one.id)).toEqual([mine]);
  expect((await app.list(warnListApi.getWarnList, {}, user.token)).count).toBe(0);
  const calls = [
    app.tryCall(projectApi.editProject, { id: other, version: 1, name: '越界' }, user.token),
    app.tryCall(projectApi.editProjectConfig, { id: other, version: 1, claimSeconds: 9 }, user.token),
    app.tryCall(projectApi.renewProject, { id: other, version: 1, endDate: day(9) }, user.token),
    app.tryCall(projectApi.updateProjectStatus, { id: other, status: 'paused' }, user.token),
  ];
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ status: 404, msg: '项目不存在或不在你的范围' });
  const department = await aDepartment(app);
  const more = await app.tryCall(
    projectApi.addProject,
    { code: `XM${next()}`, name: '新项目', departmentId: department },
    user.token,
  );
  expect(more).toMatchObject({ status: 400, msg: '你只负责部分项目，不能新增项目' });
});

test('an expired project takes no new customers; reading goes on and alarms still arrive and are handled', async () => {
  const id = await added({ startDate: day(-30), endDate: day(5) });
  const customer = await aCustomer(app, { project: id });
  await app.sql(`update project set end_date = current_date - 3 where id = $1`, [id]);
  expect(await row(id)).toMatchObject({ status: 'expired', customerCount: 1 });
  await expect(aCustomer(app, { project: id })).rejects.toThrow('项目已到期，不能新增客户，请先续期');
  const alarm = await app.ask({
    path: '/api/warn/addWarn',
    token: app.admin,
    body: { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
  });
  expect(alarm.code).toBe(0);
  const { id: warn } = alarm.data as { id: string };
  expect((await app.tryCall(warnApi.claimWarn, { id: warn }, app.admin)).code).toBe(0);
  const version = (await row(id))?.version ?? 0;
  await app.call(projectApi.renewProject, { id, version, endDate: day(400) }, app.admin);
  expect(await row(id)).toMatchObject({ status: 'running' });
  await aCustomer(app, { project: id });
});

test('a full quota refuses the next customer and the next device, also when two come at once', async () => {
  const id = await added({ quotaCustomer: 2, quotaEquipment: 1 });
  await aCustomer(app, { project: id });
  const both = await Promise.allSettled([aCustomer(app, { project: id }), aCustomer(app, { project: id })]);
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(aCustomer(app, { project: id })).rejects.toThrow('项目的客户配额已满（2/2 人）');
  await aDevice(app, { project: id });
  await expect(aDevice(app, { project: id })).rejects.toThrow('项目的设备配额已满（1/1 台）');
  const version = (await row(id))?.version ?? 0;
  const less = await app.tryCall(projectApi.editProject, { id, version, quotaCustomer: 1 }, app.admin);
  expect(errorOf(less)).toMatchObject({ field: 'quotaCustomer', msg: '客户配额不能小于已有的 2 人' });
});

test('a project is paused and run, and closed once with a reason', async () => {
  const id = await added();
  const set = (status: string, reason?: string) =>
    app.tryCall(projectApi.updateProjectStatus, { id, status, ...(reason ? { reason } : {}) }, app.admin);
  expect((await set('paused')).code).toBe(0);
  expect((await set('running')).code).toBe(0);
  expect(errorOf(await set('closed'))?.field).toBe('reason');
  expect((await set('closed', '合同期满')).code).toBe(0);
  expect(await row(id)).toMatchObject({ status: 'closed', remark: '结项：合同期满' });
  expect(await set('running')).toMatchObject({ status: 409 });
  const version = (await row(id))?.version ?? 0;
  expect((await app.tryCall(projectApi.renewProject, { id, version, endDate: day(9) }, app.admin)).status).toBe(409);
  await expect(aCustomer(app, { project: id })).rejects.toThrow('项目已结项，不能新增客户');
});

test('a renewal ends later than before', async () => {
  const id = await added({ startDate: day(-3), endDate: day(3) });
  const version = (await row(id))?.version ?? 0;
  const same = await app.tryCall(projectApi.renewProject, { id, version, endDate: day(3) }, app.admin);
  expect(errorOf(same)?.field).toBe('endDate');
});

test('the ladder rises, the zone exists, and the limits have bounds', async () => {
  const id = await added();
  const set = (config: Record<string, unknown>) =>
    app.tryCall(projectApi.editProjectConfig, { id, version: 1, ...config }, app.admin);
  const falling = [
    { after: 60, target: 'leader' },
    { after: 60, target: 'admin' },
  ];
  expect(errorOf(await set({ ladder: falling }))?.field).toBe('ladder');
  expect(errorOf(await set({ timeZone: 'Mars/Base' }))?.field).toBe('timeZone');
  expect(errorOf(await set({ claimSeconds: 2 }))?.field).toBe('claimSeconds');
  expect(errorOf(await set({ ladder: [{ after: 60, target: 'nobody' }] }))?.field).toBe('ladder.0.target');
  const ladder = [{ after: 20, target: 'leader' }];
  expect(
    (await set({ ladder, claimSeconds: 20, timeZone: 'Asia/Urumqi', screenTitle: '望湖大屏', loginHelp: '找信息科' }))
      .code,
  ).toBe(0);
  expect(await row(id)).toMatchObject({
    ladder,
    claimSeconds: 20,
    timeZone: 'Asia/Urumqi',
    screenTitle: '望湖大屏',
    loginHelp: '找信息科',
  });
});

test('a list of many projects asks the database no more often than a list of one', async () => {
  await app.sql(
    `insert into project (code, name, department_id) select 'many-' || n, '第' || n || '个', (select min(id) from department) from generate_series(1, 60) n`,
  );
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  const statements = async (limit: number) => {
    querySpy.mockClear();
    const { rows } = await app.list(
      projectApi.getProjectList,
      { limit, sort: [{ field: 'warnCount', order: 'desc' }] },
      app.admin,
    );
    const about = querySpy.mock.calls.filter(([one]) => JSON.stringify(one ?? '').includes('project'));
    return { rows: rows.length, statements: about.length };
  };
  const [one, many] = [await statements(1), await statements(61)];
  querySpy.mockRestore();
  expect([one.rows, many.rows]).toEqual([1, 61]);
  expect(one.statements).toBeGreaterThan(1);
  // Background work may run statements meanwhile.
  expect(many.statements).toBeLessThan(one.statements + 20);
});
