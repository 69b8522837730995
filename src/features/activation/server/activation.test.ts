import { afterAll, beforeAll, expect, test } from 'vitest';
import { activationApi } from '#features/activation/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, anAccount, aRole, aUser, next } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { importApi } from '#shared/contract/import.ts';

const newPassword = 'winter-Orchard-88';
const dead = { status: 400, msg: '链接无效或已过期' };

let app: TestApp;
let department: string;
beforeAll(async () => {
  app = await startApp();
  department = await aDepartment(app);
});
afterAll(() => app.stop());

const activate = (token: string, password = newPassword, from?: string) =>
  app.tryCall(activationApi.activateUser, { token, password }, '', from);
const linkTo = async (id: string) => (await app.call(activationApi.addActivation, { ids: [id] }, app.admin)).rows[0];

/** Imports a workbook with two new accounts and an existing one. */
async function imported() {
  const [row] = await app.sql<{ name: string }>('select name from department where id = $1', [department]);
  const existing = await anAccount(app, { department });
  const accounts = [`join-a${next()}`, `join-b${next()}`];
  const rows = [...accounts, existing.account].map((account) => [
    account,
    '周晓梅',
    '13800001111',
    row?.name ?? '',
    '坐席',
  ]);
  const file = await workbookOf([{ name: '用户', rows: [['账号', '姓名', '手机', '部门', '角色'], ...rows] }]);
  const { data } = await upload(app, userApi.importUser.path, file, {});
  const jobId = String(data.jobId);
  const state = () => app.call(importApi.getImportPreview, { jobId }, app.admin);
  await until(
    'the file to be read',
    async () => (await state()).phase === 'preview' && (await state()).state === 'done',
  );
  await app.call(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);
  await until('the rows to be written', async () => (await state()).phase === 'imported');
  return { jobId, accounts };
}

test('each account that an import has made gets a link of its own, by which the person sets the password and logs in', async () => {
  const { jobId, accounts } = await imported();
  const waiting = await app.call(activationApi.getActivationList, { jobId }, app.admin);
  expect([waiting.count, waiting.rows.map(({ account }) => account)]).toEqual([2, accounts]);
  const { rows, skipped } = await app.call(activationApi.addActivation, { jobId }, app.admin);
  expect([rows.map(({ account }) => account), skipped]).toEqual([accounts, 0]);
  const [first, second] = rows;
  expect(first?.token).not.toBe(second?.token);
  const token = first?.token ?? '';
  expect(await app.call(activationApi.getActivation, { token }, '')).toEqual({ account: accounts[0], name: '周晓梅' });
  expect(await activate(token, 'password1')).toMatchObject({ status: 400, msg: /强度不足/ });
  expect((await activate(token)).code).toBe(0);
  const session = await app.login(accounts[0], newPassword);
  // A user who chose the password need not change it.
  expect((await app.tryCall(userApi.getUserProfile, {}, session)).code).toBe(0);
  expect((await app.call(activationApi.getActivationList, { jobId }, app.admin)).count).toBe(1);
});

test('a link is used once, lives seven days and ends with the next one, another password, a login or the account', async () => {
  const ends: [string, (id: string, token: string) => Promise<unknown>][] = [
    ['used', (_, token) => activate(token)],
    ['old', (id) => app.sql('update user_activation set expires_at = now() where user_id = $1', [id])],
    ['replaced', linkTo],
    ['reset', (id) => app.call(userApi.resetUserPassword, { id }, app.admin)],
    ['logged in', (id) => app.sql('update "user" set last_login_at = now() where id = $1', [id])],
    ['disabled', (id) => app.call(userApi.updateUserStatus, { id, status: 'disabled' }, app.admin)],
    ['deleted', (id) => app.call(userApi.deleteUser, { ids: [id] }, app.admin)],
  ];
  for (const [reason, end] of ends) {
    const { id } = await anAccount(app);
    const token = (await linkTo(id))?.token ?? '';
    expect(await app.call(activationApi.getActivation, { token }, ''), reason).toBeTruthy();
    await end(id, token);
    expect(await activate(token), reason).toMatchObject(dead);
  }
  const [row] = await app.sql<{ days: number }>(
    `select round(extract(epoch from expires_at - created_at) / 86400)::int as days from user_activation order by created_at desc limit 1`,
  );
  expect(row?.days).toBe(7);
});

test('nobody gets a link to an account that was used, is disabled, is one’s own or has more rights; nor to another’s import', async () => {
  const permissions = ['user:list', 'user:password', 'user:import'];
  const manager = await aUser(app, {
    roleId: await aRole(app, { scope: 'department', permissions }),
    department,
  });
  const roleId = await aRole(app, { scope: 'department', permissions: ['user:list'] });
  const newUser = await anAccount(app, { department, roleId });
  const used = await anAccount(app, { department, roleId }, true);
  const off = await anAccount(app, { department, roleId });
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [off.id]);
  const mighty = await anAccount(app, { department, role: 'admin' });
  const foreign = await anAccount(app, { department: await aDepartment(app), roleId });
  const ids = [newUser, used, off, mighty, foreign, manager].map(({ id }) => id);
  const { rows, skipped } = await app.call(activationApi.addActivation, { ids }, manager.token);
  expect([rows.map(({ id }) => id), skipped]).toEqual([[newUser.id], 5]);
  const { jobId } = await imported();
  expect((await app.tryCall(activationApi.addActivation, { jobId }, manager.token)).status).toBe(404);
  expect((await app.tryCall(activationApi.getActivationList, { jobId }, manager.token)).status).toBe(404);
  expect((await app.tryCall(activationApi.addActivation, {}, manager.token)).status).toBe(400);
});

test('bad links of an address are counted, good ones are not; neither token nor password stands in the log or the database', async () => {
  const { id } = await anAccount(app);
  const token = (await linkTo(id))?.token ?? '';
  const from = '127.0.0.77';
  const openLink = (linkToken: string) => app.tryCall(activationApi.getActivation, { token: linkToken }, '', from);
  for (let index = 0; index < 20; index++) expect((await openLink('x'.repeat(32))).status).toBe(400);
  expect((await openLink('x'.repeat(32))).status).toBe(429);
  expect((await openLink(token)).code).toBe(0);
  expect((await activate(token, newPassword, from)).code).toBe(0);
  const logged = await app.sql<{ input: unknown }>(`select input from cmd_log where module = 'activation'`);
  expect(logged.length).toBeGreaterThan(0);
  expect(JSON.stringify(logged)).not.toContain(token);
  expect(JSON.stringify(logged)).not.toContain(newPassword);
});
