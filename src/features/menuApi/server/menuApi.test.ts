import { afterAll, beforeAll, expect, test } from 'vitest';
import { menuApiApi } from '#features/menuApi/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { findFeatures } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { http } from '#server/testing/http.ts';
import { startNode } from '#server/testing/node.ts';
import { aDepartment, aRole, aUser } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Groups of calls without an entry in the menu: for many pages, for links, for dialogs of other entries. */
const groupsWithoutEntry =
  '个人信息 交接班 任务 分享链接 导入 导出 应答链接 开放页 搜索 数据备份 演练窗口 登录 行政区划 视图 账号激活 通知渠道';
const projectList = { method: 'POST' as const, path: '/api/project/getProjectList' };
const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];
const list = (input: Record<string, unknown> = {}) =>
  app.list(menuApiApi.getMenuApiList, { limit: 200, ...input }, app.admin);
async function wholeList() {
  const { rows, count } = await list();
  for (let page = 2; rows.length < count; page++) {
    const { rows: more } = await list({ page });
    expect(more).not.toEqual([]);
    rows.push(...more);
  }
  return { rows, count };
}
async function menuWith(permission: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    'select id::text from menu where permission = $1 and deleted_at is null',
    [permission],
  );
  return row?.id ?? '';
}
const bind = (menuId: string, endpoints: unknown[], token = app.admin) =>
  app.tryCall(menuApiApi.bindMenuApi, { menuId, endpoints }, token);
const unbind = (menuId: string, endpoints: unknown[], token = app.admin) =>
  app.tryCall(menuApiApi.unbindMenuApi, { menuId, endpoints }, token);

test('the list is the endpoints of the code, and none that needs a menu is without one', async () => {
  const inCode = (await findFeatures())
    .flatMap((feature) => Object.values(feature.endpoints))
    .map((one) => `${one.method} ${one.path}`);
  const { rows: all, count } = await wholeList();
  expect(all.map((row) => row.id).sort()).toEqual(inCode.sort());
  expect(count).toBe(inCode.length);
  const { rows } = await list({ bound: 'none' });
  expect(rows.map((row) => row.path)).toEqual([]);
  const [row] = (await list({ path: 'addCustomer' })).rows;
  expect(row).toMatchObject({
    name: '新增客户',
    permission: 'customer:edit',
    log: true,
    sensitive: true,
    state: 'known',
  });
});

test('a call is listed in the group of an entry of the menu, unless it serves none', async () => {
  const words = new Set((await findFeatures()).flatMap(({ title, screens }) => (screens.length > 0 ? [title] : [])));
  const { rows } = await wholeList();
  const without = new Set(rows.map(({ moduleTitle }) => moduleTitle).filter((title) => !words.has(title)));
  expect([...without].sort().join(' ')).toBe(groupsWithoutEntry);
});

test('the check counts the people in sight and nobody else', async () => {
  const [here, there] = [await aDepartment(app), await aDepartment(app)];
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['menuApi:list', 'project:list'] });
  const user = await aUser(app, { roleId, department: here });
  await aUser(app, { roleId, department: there });
  const countFor = async (token: string) => {
    const { roles } = await app.call(menuApiApi.checkMenuApi, projectList, token);
    return roles.find((role) => role.id === roleId)?.userCount;
  };
  expect([await countFor(user.token), await countFor(app.admin)]).toEqual([1, 2]);
});

test('filters: path, method, bound to none, one or many, and below a menu', async () => {
  expect((await list({ method: 'GET' })).rows.every((row) => row.method === 'GET')).toBe(true);
  const menu = await menuWith('project:list');
  const below = (await list({ menuId: menu })).rows.map((row) => row.path);
  expect(below).toEqual(expect.arrayContaining([projectList.path, '/api/project/addProject']));
  expect(below.every((path) => /^\/api\/(project|channel)\//.test(path))).toBe(true);
  const config = await menuWith('project:config');
  await bind(config, [projectList]);
  expect((await list({ bound: 'many' })).rows.map((row) => row.path)).toContain(projectList.path);
  await unbind(config, [projectList]);
});

test('an endpoint that none of the menus of a person binds is refused from the next call on, whatever the page shows', async () => {
  const menu = await menuWith('project:list');
  const user = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['project:list'] }) });
  const call = () => app.tryCall(projectApi.getProjectList, {}, user.token);
  expect((await call()).code).toBe(0);
  expect((await unbind(menu, [projectList])).code).toBe(0);
  expect(await call()).toMatchObject({ status: 403, code: 40050 });
  expect((await list({ bound: 'none' })).rows.map((row) => row.path)).toEqual([projectList.path]);
  expect((await bind(menu, [projectList])).code).toBe(0);
  expect((await call()).code).toBe(0);
});

test('who may call an endpoint, and through which menu', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['project:list'] });
  await aUser(app, { roleId });
  const access = await app.call(menuApiApi.checkMenuApi, projectList, app.admin);
  expect(access.open).toBe('role');
  expect(access.roles[0]).toMatchObject({ name: '超级管理员', through: [] });
  expect(access.roles.find((role) => role.id === roleId)).toMatchObject({ userCount: 1, through: ['项目'] });
  const open = { method: 'POST' as const, path: '/api/user/getUserInfo' };
  expect(await app.call(menuApiApi.checkMenuApi, open, app.admin)).toEqual({ open: 'login', roles: [] });
  expect(
    (await app.tryCall(menuApiApi.checkMenuApi, { method: 'POST', path: '/api/none/such' }, app.admin)).status,
  ).toBe(404);
});

test.each([
  ['an endpoint twice in one call', [projectList, projectList]],
  ['an endpoint that is bound already', [projectList]],
  ['a path that is not in the catalogue', [{ method: 'POST', path: '/api/none/such' }]],
  ['an endpoint that needs no menu', [{ method: 'POST', path: '/api/user/getUserInfo' }]],
])('%s is refused', async (_, endpoints) => {
  const answer = await bind(await menuWith('project:list'), endpoints);
  expect(answer.status).toBe(400);
  expect(errorOf(answer)?.field).toBe('endpoints');
});

test('a directory binds nothing, a menu that does not exist is 404, and a path outside /api is none', async () => {
  const [dir] = await app.sql<{ id: string }>(`select id::text from menu where type = 'dir' limit 1`);
  expect(errorOf(await bind(dir?.id ?? '', [projectList]))?.field).toBe('menuId');
  expect((await bind('999999999', [projectList])).status).toBe(404);
  const outside = await bind(await menuWith('project:list'), [{ method: 'POST', path: '/metrics' }]);
  expect(errorOf(outside)?.field).toBe('endpoints.0.path');
});

test('nobody gives a call that they may not make, nor takes this screen from themselves', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['menuApi:list', 'menuApi:edit'] });
  const user = await aUser(app, { roleId });
  const own = await menuWith('menuApi:list');
  expect(errorOf(await bind(own, [projectList], user.token))?.msg).toBe(
    '接口 /api/project/getProjectList 你没有权限，不能授出',
  );
  const needed = { method: 'POST', path: '/api/menuApi/getMenuApiList' };
  expect(await unbind(own, [needed], user.token)).toMatchObject({ status: 409 });
  expect((await app.tryCall(menuApiApi.getMenuApiList, {}, user.token)).code).toBe(0);
});

test('nobody takes a call that they may not make, nor changes what people out of their scope may call', async () => {
  const permissionKeys = ['menuApi:list', 'menuApi:edit', 'project:list'];
  const user = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: permissionKeys }) });
  const claim = { method: 'POST' as const, path: '/api/warn/claimWarn' };
  const claiming = await menuWith('warn:claim');
  const answers = await Promise.all([unbind(claiming, [claim], user.token), unbind(claiming, [claim], user.token)]);
  for (const answer of answers)
    expect(errorOf(answer)).toMatchObject({
      field: 'endpoints',
      msg: expect.stringContaining('有你没有的权限，不能收回'),
    });
  const menu = await menuWith('project:list');
  expect((await unbind(menu, [projectList], user.token)).code).toBe(0);
  expect((await bind(menu, [projectList])).code).toBe(0);

  const department = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department_below', permissions: permissionKeys });
  const near = await aUser(app, { roleId, department });
  const own = await aRole(app, { scope: 'self', permissions: [] });
  const made = await app.sql<{ id: string }>(
    `insert into menu (parent_id, type, name) values ($1, 'button', '试验') returning id::text`,
    [menu],
  );
  const button = made[0]?.id ?? '';
  await app.sql('insert into role_menu (role_id, menu_id) values ($1, $2)', [own, button]);
  await aUser(app, { roleId: own, department });
  expect((await bind(button, [projectList], near.token)).code).toBe(0);
  await aUser(app, { roleId: own, department: await aDepartment(app) });
  const refused = { status: 403, msg: '「试验」的权限你范围以外的人也在用，由能管理他们的人修改' };
  expect(await unbind(button, [projectList], near.token)).toMatchObject(refused);
  expect((await unbind(button, [projectList])).code).toBe(0);
  expect(await bind(button, [projectList], near.token)).toMatchObject(refused);
});

test('new and vanished endpoints are marked until somebody syncs, and what has vanished is unbound then', async () => {
  const menu = await menuWith('project:list');
  await app.sql(`delete from menu_api_endpoint where path = $1`, [projectList.path]);
  await app.sql(`insert into menu_api (menu_id, method, path) values ($1, 'POST', '/api/project/oldCall')`, [menu]);
  const { rows } = await list({ state: ['new', 'vanished'] });
  expect(rows.map((row) => [row.path, row.state])).toEqual([
    [projectList.path, 'new'],
    ['/api/project/oldCall', 'vanished'],
  ]);
  expect(await app.call(menuApiApi.syncMenuApi, {}, app.admin)).toEqual({ added: 1, removed: 0, unbound: 1 });
  expect((await list({ state: ['new', 'vanished'] })).count).toBe(0);
});

test('a change of the bindings, and reloadCache after one by SQL, hold on the second node without a restart', async () => {
  const menu = await menuWith('project:list');
  const user = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['project:list'] }) });
  const node = await startNode(app);
  const onSecond = () => http(node.url, { path: projectList.path, body: {}, token: user.token });
  expect((await onSecond()).code).toBe(0);
  expect((await unbind(menu, [projectList])).code).toBe(0);
  expect(await onSecond()).toMatchObject({ status: 403, code: 40050 });
  await app.sql(`insert into menu_api (menu_id, method, path) values ($1, 'POST', $2)`, [menu, projectList.path]);
  expect((await onSecond()).code).toBe(40050);
  await app.call(userApi.reloadCache, {}, app.admin);
  expect((await onSecond()).code).toBe(0);
  expect(await node.stop()).toBe(0);
});
