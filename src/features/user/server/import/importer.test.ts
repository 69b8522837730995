import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '#features/user/contract.ts';
import type { Cell } from '#server/files/workbook.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import { downloadRows, upload, workbookOf } from '#server/testing/sheet.ts';
import { importApi } from '#shared/contract/import.ts';

let app: TestApp;
let department: string;
let name: string;
beforeAll(async () => {
  app = await startApp();
  department = await aDepartment(app);
  const [row] = await app.sql<{ name: string }>('select name from department where id = $1', [department]);
  name = row?.name ?? '';
});
afterAll(() => app.stop());

const head = ['账号', '姓名', '手机', '部门', '角色', '岗位', '性别'];

async function importRows(rows: Cell[][], token = app.admin, fields = {}): Promise<string> {
  const file = await workbookOf([{ name: '用户', rows: [head, ...rows] }]);
  const answer = await upload(app, userApi.importUser.path, file, fields, token);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return String(answer.data.jobId);
}

const preview = (jobId: string, token = app.admin) => app.call(importApi.getImportPreview, { jobId }, token);
const confirm = (jobId: string) => app.call(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);

async function importedUser(account: string) {
  const { rows } = await app.list(userApi.getUserList, { keyword: account, limit: 200 }, app.admin);
  const row = rows.find((one) => one.account === account);
  return row && app.call(userApi.getUser, { id: row.id }, app.admin);
}

test('the template has the headings that the import reads', async () => {
  const { fileId } = await app.call(userApi.getImportTemplate, {}, app.admin);
  const [headings] = await downloadRows(app, fileId);
  expect(headings).toEqual(expect.arrayContaining(head));
});

test('each bad row is told with its column, also an account twice and an unknown role or department', async () => {
  const jobId = await importRows([
    ['anna-one', '周晓梅', '13800001111', name, '坐席', '', '女'],
    ['1bad', '周', '123', '月球部', '船长', '', '男'],
    ['ANNA-one', '周晓兰', '13800001112', name, '坐席', '', ''],
  ]);
  const seen = await preview(jobId);
  expect(seen).toMatchObject({ total: 3, inserts: 1, invalid: 2 });
  expect(seen.errors).toEqual(
    expect.arrayContaining([
      { row: 3, column: '姓名', msg: '请输入2-20位姓名' },
      { row: 3, column: '手机', msg: '请输入正确的手机号' },
      { row: 3, column: '部门', msg: '部门「月球部」不存在或不在你的范围' },
      { row: 3, column: '角色', msg: '没有名为「船长」的角色' },
      { row: 4, column: '账号', msg: '账号在文件中重复' },
    ]),
  );
});

test('new accounts come with their roles, the same file changes nothing, and the import can be taken back and made again', async () => {
  const rows = [['bella-one', '周晓梅', '13800002222', name, '坐席、班长', '坐席', '女']];
  const jobId = await importRows(rows);
  expect(await confirm(jobId)).toMatchObject({ written: 1 });
  const created = await importedUser('bella-one');
  expect(created).toMatchObject({
    name: '周晓梅',
    departmentId: department,
    post: '坐席',
    gender: 2,
    mustChangePassword: true,
  });
  expect(created?.roles.map((role) => role.name).sort()).toEqual(['坐席', '班长']);
  await confirm(await importRows(rows));
  expect(await importedUser('bella-one')).toMatchObject({ version: 1 });
  await app.call(importApi.undoImport, { jobId }, app.admin);
  expect(await importedUser('bella-one')).toBeUndefined();
  await confirm(await importRows(rows));
  expect(await importedUser('bella-one')).toMatchObject({ version: 1 });
});

test('a known account takes the filled cells and keeps its roles; taken back it is as before', async () => {
  const user = await aUser(app, { department });
  const jobId = await importRows([[user.account, '周大梅', '13800003333', name, '班长', '组长', '']]);
  await confirm(jobId);
  const after = await importedUser(user.account);
  expect(after).toMatchObject({ name: '周大梅', mobile: '13800003333', post: '组长' });
  expect(after?.roles.map((role) => role.key)).toEqual(['operator']);
  await app.call(importApi.undoImport, { jobId }, app.admin);
  expect(await importedUser(user.account)).toMatchObject({ name: user.name, mobile: null, post: null });
});

test('a file changes neither phone nor e-mail of whoever imports it: that takes their password', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['user:list', 'user:import'] });
  const manager = await aUser(app, { roleId, department });
  const row = (mobile: string) => [manager.account, '周大梅', mobile, name, '班长', '组长', ''];
  const { errors } = await preview(await importRows([row('13800005555')], manager.token), manager.token);
  expect(errors).toEqual([{ row: 2, column: '账号', msg: '自己的手机和邮箱请在个人中心修改' }]);
  await app.sql(`update "user" set mobile = '13800005555' where id = $1`, [manager.id]);
  expect((await preview(await importRows([row('13800005555')], manager.token), manager.token)).errors).toEqual([]);
});

test('nobody imports more than they have, nor over an account that they do not manage', async () => {
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['user:list', 'user:import'] });
  const manager = await aUser(app, { roleId, department });
  const jobId = await importRows(
    [
      ['carla-one', '周晓梅', '13800004444', name, '超级管理员', '', ''],
      ['carla-two', '周晓梅', '13800004445', '总部', '坐席', '', ''],
      ['admin', '周晓梅', '13800004446', name, '坐席', '', ''],
    ],
    manager.token,
  );
  const { errors } = await preview(jobId, manager.token);
  expect(errors).toEqual(
    expect.arrayContaining([
      { row: 2, column: '角色', msg: '不能授予管理员权限' },
      { row: 3, column: '部门', msg: '部门「总部」不存在或不在你的范围' },
      { row: 4, column: '账号', msg: '账号已存在' },
    ]),
  );
});

test('what a row gives is judged again when it is written: a role that grew meanwhile is not given by who has less', async () => {
  const permissionKeys = ['user:list', 'user:add', 'user:import'];
  const { token } = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: permissionKeys }) });
  const growing = await aRole(app, { scope: 'all', permissions: ['user:list'] });
  const [role] = await app.sql<{ name: string }>('select name from role where id = $1', [growing]);
  const jobId = await importRows([['growing-one', '周晓梅', '13800003333', name, role?.name ?? '', '', '']], token);
  expect(await preview(jobId, token)).toMatchObject({ inserts: 1, invalid: 0 });
  await app.sql(`insert into role_menu (role_id, menu_id) select $1, id from menu where permission = 'role:edit'`, [
    growing,
  ]);
  await app.call(userApi.reloadCache, {}, app.admin);
  const state = await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, token);
  expect(state).toMatchObject({ written: 0, refused: 1 });
  const { rows } = await app.call(importApi.getImportPreview, { jobId, problems: true }, token);
  expect(rows[0]?.reason).toBe('不能授予你没有的菜单或按钮');
  expect(await importedUser('growing-one')).toBeUndefined();
});
