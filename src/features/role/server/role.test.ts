import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MenuNode } from '#features/menu/contract.ts';
import { roleApi } from '#features/role/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { runModule, type TestChild } from '#server/testing/child.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { http } from '#server/testing/http.ts';
import { Live } from '#server/testing/live.ts';
import { aDepartment, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import type { InputOf } from '#shared/endpoint.ts';

const permissionKeys = ['role:list', 'role:add', 'role:edit', 'role:user', 'role:delete', 'user:list', 'warn:list'];

let app: TestApp;
let north: string;
let south: string;
/** Manages roles in the north; the warns are the only other permission. */
let manager: TestUser;
let menuOf: (permission: string) => Promise<string>;

beforeAll(async () => {
  app = await startApp();
  north = await aDepartment(app);
  south = await aDepartment(app);
  manager = await aUser(app, {
    roleId: await aRole(app, { scope: 'department_below', permissions: permissionKeys }),
    department: north,
  });
  menuOf = async (permission) => {
    const [row] = await app.sql<{ id: string }>('select id::text from menu where permission = $1', [permission]);
    return row?.id ?? '';
  };
});
afterAll(() => app.stop());

const named = () => ({ name: `值班${next()}`, key: `duty_${next()}` });

async function added(overrides: Partial<InputOf<typeof roleApi.addRole>> = {}, token = app.admin): Promise<string> {
  return (await app.call(roleApi.addRole, { ...named(), dataScope: 'self', ...overrides }, token)).id;
}

async function rowOf(id: string, token = app.admin) {
  const { rows } = await app.list(roleApi.getRoleList, { limit: 200 }, token);
  const row = rows.find((role) => role.id === id);
  if (!row) throw new Error(`no role ${id}`);
  return row;
}

describe('a role', () => {
  test('keeps menus, scope and departments as they were chosen', async () => {
    const menuIds = [await menuOf('warn:list'), await menuOf('warn:claim')].sort();
    const id = await added({ menuIds, dataScope: 'custom', departmentIds: [north], sort: 7, remark: '夜班' });
    expect(await rowOf(id)).toMatchObject({
      menuIds,
      departmentIds: [north],
      dataScope: 'custom',
      sort: 7,
      version: 1,
    });
    await app.call(roleApi.editRole, { id, version: 1, dataScope: 'all' }, app.admin);
    expect(await rowOf(id)).toMatchObject({ menuIds, departmentIds: [], dataScope: 'all', version: 2 });
  });

  test.each([
    ['a key that is taken', { key: 'operator' }, 'key', '标识已存在'],
    ['a key with a space', { key: 'night shift' }, 'key', '标识须为'],
    ['a name past 30', { name: '长'.repeat(31) }, 'name', '名称须为'],
    ['an unknown scope', { dataScope: 'galaxy' }, 'dataScope', '不在可选范围内'],
    ['a chosen scope without a department', { dataScope: 'custom' }, 'departmentIds', '请选择部门'],
    [
      'a department that does not exist',
      { dataScope: 'custom', departmentIds: ['999999'] },
      'departmentIds',
      '部门不存在',
    ],
    ['a menu that does not exist', { menuIds: ['999999'] }, 'menuIds', '菜单不存在'],
    ['menus as text', { menuIds: 'all' }, 'menuIds', ''],
    ['a sort below zero', { sort: -1 }, 'sort', '排序不能小于 0'],
    ['an unknown field', { builtIn: true }, 'builtIn', '有不认识的字段'],
  ])('is refused with %s', async (_, wrong, field, msg) => {
    const answer = await app.tryCall(roleApi.addRole, { ...named(), dataScope: 'self', ...wrong }, app.admin);
    expect(answer).toMatchObject({ status: 400, code: -1 });
    const { errors } = answer.data as { errors: { field: string; msg: string }[] };
    expect(errors[0]?.field.split('.')[0]).toBe(field);
    expect(errors[0]?.msg).toContain(msg);
  });

  test('is copied with all that it gives, and nobody has the copy', async () => {
    const menuIds = [await menuOf('warn:list')];
    const id = await added({ menuIds, dataScope: 'department' });
    const copy = await app.call(roleApi.copyRole, { id, ...named() }, app.admin);
    expect(await rowOf(copy.id)).toMatchObject({ menuIds, dataScope: 'department', userCount: 0, builtIn: false });
    const { key } = await rowOf(copy.id);
    const again = await app.tryCall(roleApi.copyRole, { id, ...named(), key }, app.admin);
    expect(again.status).toBe(400);
    expect(again.data).toMatchObject({ errors: [{ field: 'key', rule: 'unique' }] });
  });

  test('with users is not deleted, without it is', async () => {
    const id = await added();
    const user = await aUser(app, { roleId: id });
    const refused = await app.tryCall(roleApi.deleteRole, { ids: [id] }, app.admin);
    expect(refused).toMatchObject({ status: 409, data: { count: 1 } });
    expect(refused.msg).toContain('还有 1 个用户，不能删除');
    await app.call(roleApi.editRoleUser, { id, removeUserIds: [user.id] }, app.admin);
    await app.call(roleApi.deleteRole, { ids: [id] }, app.admin);
    expect((await app.tryCall(roleApi.editRole, { id, version: 1, name: '某' }, app.admin)).status).toBe(404);
  });

  test('of the administrators is only looked at', async () => {
    const [row] = await app.sql<{ id: string }>(`select id::text from role where key = 'admin'`);
    const id = row?.id ?? '';
    const calls = [
      [roleApi.editRole, { id, version: 1, name: '某某' }],
      [roleApi.updateRoleStatus, { id, status: 'disabled' }],
      [roleApi.deleteRole, { ids: [id] }],
    ] as const;
    for (const [endpoint, input] of calls)
      expect(await app.tryCall(endpoint, input, app.admin)).toMatchObject({ msg: '内置的超级管理员角色只能查看' });
  });

  test('that was changed meanwhile tells who changed what, menus by name', async () => {
    const id = await added({ menuIds: [await menuOf('warn:list')] });
    await app.call(roleApi.editRole, { id, version: 1, sort: 9, menuIds: [await menuOf('warn:claim')] }, app.admin);
    const answer = await app.tryCall(roleApi.editRole, { id, version: 1, name: '迟到' }, app.admin);
    expect(answer).toMatchObject({ status: 409, data: { version: 2, updatedBy: '管理员' } });
    const { changes } = answer.data as { changes: { field: string; old: unknown; new: unknown }[] };
    const [was, is] = await Promise.all(
      ['warn:list', 'warn:claim'].map(
        async (key) => (await app.sql<{ name: string }>('select name from menu where permission = $1', [key]))[0]?.name,
      ),
    );
    expect(changes).toContainEqual({ field: 'sort', old: 0, new: 9 });
    expect(changes).toContainEqual({ field: 'menuIds', old: was, new: is });
  });

  test('lists who has it and who has not, in scope only', async () => {
    const id = await added({ dataScope: 'department' });
    const [southDepartment, there] = [
      await aUser(app, { roleId: id, department: north }),
      await aUser(app, { roleId: id, department: south }),
    ];
    const ids = async (token: string, member?: boolean) =>
      (
        await app.list(roleApi.getRoleUserList, { id, limit: 200, ...(member === undefined ? {} : { member }) }, token)
      ).rows.map((row) => row.id);
    expect((await ids(app.admin)).sort()).toEqual([southDepartment.id, there.id].sort());
    expect(await ids(manager.token)).toEqual([southDepartment.id]);
    expect((await rowOf(id, manager.token)).userCount).toBe(1);
    expect(await ids(manager.token, false)).toEqual(expect.arrayContaining([manager.id]));
    expect(await ids(manager.token, false)).not.toContain(there.id);
  });
});

describe('nobody gives more than they have', () => {
  test.each([
    [
      'a menu that they lack',
      async () => ({ menuIds: [await menuOf('customer:list')] }),
      'menuIds',
      '不能授予你没有的菜单或按钮',
    ],
    ['all data', async () => ({ dataScope: 'all' }), 'dataScope', '不能授予比你大的数据范围'],
    [
      'a department outside the scope',
      async () => ({ dataScope: 'custom', departmentIds: [south] }),
      'departmentIds',
      '部门不存在或不在你的范围',
    ],
  ])('in a new role: %s', async (_, wrong, field, msg) => {
    const answer = await app.tryCall(
      roleApi.addRole,
      { ...named(), dataScope: 'self', ...(await wrong()) },
      manager.token,
    );
    expect(answer).toMatchObject({ status: 400, msg, data: { errors: [{ field }] } });
  });

  test('by editing, copying, enabling or handing out a role that has more', async () => {
    const more = await added({ menuIds: [await menuOf('customer:list')] });
    const user = await aUser(app, { roleId: await added(), department: north });
    const calls = [
      [roleApi.editRole, { id: more, version: 1, name: '改名' }],
      [roleApi.copyRole, { id: more, ...named() }],
      [roleApi.updateRoleStatus, { id: more, status: 'disabled' }],
      [roleApi.deleteRole, { ids: [more] }],
      [roleApi.editRoleUser, { id: more, addUserIds: [user.id] }],
    ] as const;
    for (const [endpoint, input] of calls) {
      const answer = await app.tryCall(endpoint, input, manager.token);
      expect([400, 403], endpoint.path).toContain(answer.status);
      expect(answer.msg).toContain('你没有的菜单或按钮');
    }
    expect((await rowOf(more, manager.token)).beyond).toBe('你没有的菜单或按钮');
    const options = await app.call(roleApi.getRoleOption, {}, manager.token);
    expect(options.find((one) => one.id === more)?.beyond).toBe('你没有的菜单或按钮');
  });

  test('nor through people outside their scope who have the role', async () => {
    const id = await added({ menuIds: [await menuOf('warn:list')] });
    await aUser(app, { roleId: id, department: south });
    const answer = await app.tryCall(roleApi.editRole, { id, version: 1, menuIds: [] }, manager.token);
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.msg).toContain('不在你范围的用户');
  });

  test('nor to somebody outside their scope, who is not there for them', async () => {
    const id = await added({ menuIds: [await menuOf('warn:list')] });
    const stranger = await aUser(app, { roleId: await added(), department: south });
    const answer = await app.tryCall(roleApi.editRoleUser, { id, addUserIds: [stranger.id] }, manager.token);
    expect(answer.status).toBe(404);
  });

  test('what may be given is marked in the tree of menus', async () => {
    const menus = await app.call(roleApi.getRoleMenuList, {}, manager.token);
    const mine = menus
      .filter((menu) => menu.mine && menu.type !== 'dir' && menu.apis.length > 0)
      .map((menu) => menu.id);
    const keys = await app.sql<{ permission: string }>('select permission from menu where id = any($1)', [mine]);
    expect(keys.map((row) => row.permission).filter((key) => !permissionKeys.includes(key))).toEqual([]);
  });
});

describe('a change holds at once for those who are logged in', () => {
  const sees = async (token: string): Promise<string[]> => {
    const { data } = await app.ask({ method: 'GET', path: userApi.getUserMenu.path, token });
    const urls = (nodes: MenuNode[]): string[] => nodes.flatMap((node) => [node.url, ...urls(node.children)]);
    return urls(data as MenuNode[]);
  };
  let second: { child: TestChild; address: string; end(): Promise<void> };

  beforeAll(async () => {
    second = await secondNode(app);
  });
  afterAll(() => second.end());

  test('menu, calls and live stream on both nodes, without a new login', async () => {
    const id = await added({ menuIds: [await menuOf('warn:list')], dataScope: 'all' });
    const user = await aUser(app, { roleId: id });
    const ask = (address: string) => http(address, { path: warnListApi.getWarnList.path, body: {}, token: user.token });
    const lives = [await Live.open(app.url, user.token), await Live.open(second.address, user.token)];
    expect((await Promise.all([ask(app.url), ask(second.address)])).map((one) => one.status)).toEqual([200, 200]);
    expect(await sees(user.token)).toContain('/warn/sos');

    await app.call(roleApi.editRole, { id, version: 1, menuIds: [] }, app.admin);
    for (const live of lives) await live.waitFor('the word that rights changed', ({ event }) => event === 'permission');
    for (const address of [app.url, second.address])
      expect(await ask(address)).toMatchObject({ status: 403, code: 40050 });
    expect(await sees(user.token)).not.toContain('/warn/sos');

    await app.call(roleApi.editRole, { id, version: 2, menuIds: [await menuOf('warn:list')] }, app.admin);
    await until('the second word on each node', () =>
      lives.every((live) => live.events.filter(({ event }) => event === 'permission').length === 2),
    );
    const raised = await app.call(
      warnApi.addWarn,
      { phone: '13800001234', type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
      app.admin,
    );
    for (const live of lives) await live.waitFor('the alarm', ({ data }) => data.warn?.id === raised.id);
    for (const live of lives) live.close();
  });

  test('a stream hears no word while nothing of its own changes', async () => {
    const user = await aUser(app, { role: 'operator' });
    const live = await Live.open(second.address, user.token);
    const witness = await aUser(app, { roleId: await added({ menuIds: [await menuOf('warn:list')] }) });
    const told = await Live.open(second.address, witness.token);
    const row = await app.sql<{ role_id: string }>('select role_id::text from user_role where user_id = $1', [
      witness.id,
    ]);
    await app.call(roleApi.updateRoleStatus, { id: row[0]?.role_id ?? '', status: 'disabled' }, app.admin);
    await told.waitFor('the word for the one it concerns', ({ event }) => event === 'permission');
    expect(live.events.filter(({ event }) => event === 'permission')).toEqual([]);
    live.close();
    told.close();
  });

  test('a disabled person is out on the other node, too', async () => {
    const user = await aUser(app, { role: 'operator' });
    const live = await Live.open(second.address, user.token);
    await app.call(userApi.updateUserStatus, { id: user.id, status: 'disabled' }, app.admin);
    await live.waitFor('the end of the session', ({ event }) => event === 'session');
    const answer = await http(second.address, { path: userApi.getUserInfo.path, body: {}, token: user.token });
    expect(answer).toMatchObject({ status: 401, code: 40026 });
  });
});

/** Starts a second node on the first one's database, with its key, in a separate process. */
async function secondNode(first: TestApp) {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  await mkdir(data);
  await writeFile(join(data, 'secret.key'), first.key, { mode: 0o600 });
  const main = new URL('../../../server/boot/main.ts', import.meta.url).href;
  const child = runModule(`await import(${JSON.stringify(main)})`, {
    ...{ DATABASE_URL: first.databaseUrl, DATA_DIR: data, PORT: '0', WATCH_PORT: 'off', MQTT_PORT: 'off' },
    ...{ JT808_PORT: 'off', GT06_PORT: 'off', H02_PORT: 'off', EV07B_PORT: 'off', CAPTCHA: 'off', DEMO: 'off' },
    ...{ ROLES: 'web', DRAIN_WAIT: '0', DRAIN_MAX: '1' },
  });
  const line = await child.waitForLine('  安好已启动：');
  const address = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? '';
  const end = async () => {
    child.child.kill('SIGTERM');
    await child.exit;
    await folder.remove();
  };
  return { child, address, end };
}
