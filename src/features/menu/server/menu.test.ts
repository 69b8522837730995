import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MenuTreeNode, menuApi } from '#features/menu/contract.ts';
import { roleApi } from '#features/role/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aRole, aUser, next } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const flat = (nodes: MenuTreeNode[]): MenuTreeNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const all = async () => flat(await app.call(menuApi.getMenuTree, {}, app.admin));
async function nodeAt(url: string): Promise<MenuTreeNode> {
  const found = (await all()).find((node) => node.url === url);
  if (!found) throw new Error(`no menu at ${url}`);
  return found;
}
const byId = async (id: string) => (await all()).find((node) => node.id === id);
const add = (input: Record<string, unknown>, token = app.admin) =>
  app.tryCall(menuApi.addMenu, { name: `菜单${next()}`, ...input }, token);
async function added(input: Record<string, unknown>): Promise<string> {
  const answer = await add(input);
  if (answer.code !== 0) throw new Error(answer.text);
  return (answer.data as { id: string }).id;
}
const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];

interface Node {
  url: string;
  name: string;
  visible: boolean;
  cache: boolean;
  children: Node[];
}
async function menuOf(token: string): Promise<Node[]> {
  const { data } = await app.ask({ method: 'GET', path: '/api/user/getUserMenu', token });
  const below = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...below(node.children)]);
  return below(data as Node[]);
}

test('a directory with a menu, a button and a link is built, and those logged in see it at once', async () => {
  const dir = await added({ type: 'dir', name: '走访', icon: 'map' });
  const menu = await added({
    parentId: dir,
    type: 'menu',
    name: '走访计划',
    url: `/visit/plan${next()}`,
    icon: 'list',
  });
  await added({ parentId: menu, type: 'button', name: '导出走访', permission: 'visit:export' });
  await added({ parentId: dir, type: 'link', name: '民政网站', url: 'https://www.mca.gov.cn/' });
  const node = (await all()).find((entry) => entry.id === dir);
  expect(node?.children.map((entry) => entry.type)).toEqual(['menu', 'link']);
  const shown = (await menuOf(app.admin)).map((entry) => entry.name);
  expect(shown).toEqual(expect.arrayContaining(['走访', '走访计划', '民政网站']));
});

test.each([
  ['a menu without an address', { type: 'menu' }, 'url'],
  ['a menu with the address of another site', { type: 'menu', url: 'https://a.cn' }, 'url'],
  ['a link that is no web address', { type: 'link', url: 'javascript:alert(1)' }, 'url'],
  ['a link to a file', { type: 'link', url: 'file:///etc/passwd' }, 'url'],
  ['a button at the top', { type: 'button', permission: 'a:b' }, 'parentId'],
  ['a button without a key', { type: 'button' }, 'permission'],
  ['a key in one word', { type: 'dir', permission: 'everything' }, 'permission'],
  ['a parent that does not exist', { type: 'dir', parentId: '999999999' }, 'parentId'],
  ['a type that nobody knows', { type: 'page' }, 'type'],
  ['no name', { type: 'dir', name: '' }, 'name'],
  ['a name of 31 characters', { type: 'dir', name: '长'.repeat(31) }, 'name'],
  ['an address that a menu has', { type: 'menu', url: '/user/list' }, 'url'],
])('%s is refused and the field named', async (_, input, field) => {
  const answer = await add(input);
  expect(answer.status).toBe(400);
  expect(errorOf(answer)?.field).toBe(field);
});

test('script in a name is kept as the text it is', async () => {
  const id = await added({ type: 'dir', name: '<script>1</script>' });
  expect((await byId(id))?.name).toBe('<script>1</script>');
});

test('the second of two editors is told what the first changed', async () => {
  const id = await added({ type: 'dir', name: '报表' });
  await app.call(menuApi.editMenu, { id, version: 1, name: '统计报表' }, app.admin);
  const late = await app.tryCall(menuApi.editMenu, { id, version: 1, icon: 'table' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { version: 2, updatedBy: '管理员' } });
  expect((late.data as { changes: unknown[] }).changes).toContainEqual({ field: 'name', old: '报表', new: '统计报表' });
});

test('an entry moves to its place among others, and never below itself', async () => {
  const outer = await added({ type: 'dir' });
  const inner = await added({ type: 'dir', parentId: outer });
  const [a, b] = [await added({ type: 'dir', parentId: inner }), await added({ type: 'dir', parentId: inner })];
  await app.call(menuApi.moveMenu, { id: b, parentId: inner, index: 0 }, app.admin);
  expect((await byId(inner))?.children.map((entry) => entry.id)).toEqual([b, a]);
  for (const parentId of [outer, inner, a]) {
    const answer = await app.tryCall(menuApi.moveMenu, { id: outer, parentId }, app.admin);
    expect(errorOf(answer)?.msg).toBe('不能移到自己或自己的下级');
  }
  const edit = { id: outer, version: 1, parentId: inner };
  expect(errorOf(await app.tryCall(menuApi.editMenu, edit, app.admin))?.field).toBe('parentId');
});

test('an entry with others below it or with a role is not deleted, and the answer names them', async () => {
  const dir = await added({ type: 'dir', name: '家属' });
  const menu = await added({
    parentId: dir,
    type: 'menu',
    name: '家属列表',
    url: `/family/list${next()}`,
    permission: 'family:list',
  });
  const roleId = await aRole(app, { scope: 'all', permissions: ['family:list'] });
  const [role] = await app.sql<{ name: string }>('select name from role where id = $1', [roleId]);
  expect(await app.tryCall(menuApi.deleteMenu, { ids: [dir] }, app.admin)).toMatchObject({
    status: 409,
    msg: '「家属」下还有「家属列表」，不能删除',
  });
  expect(await app.tryCall(menuApi.deleteMenu, { ids: [dir, menu] }, app.admin)).toMatchObject({
    status: 409,
    msg: `「家属列表」被角色 ${role?.name} 使用，不能删除`,
    data: { roles: [role?.name] },
  });
  await app.sql('delete from role_menu where menu_id = $1', [menu]);
  await app.call(menuApi.deleteMenu, { ids: [dir, menu] }, app.admin);
  expect(await byId(menu)).toBeUndefined();
});

test('nobody takes the menu screen from themselves, in whatever way', async () => {
  const screen = await nodeAt('/system/menu');
  const dir = (await all()).find((entry) => entry.id === screen.parentId);
  const { id, version } = screen;
  const calls = [
    app.tryCall(menuApi.updateMenuStatus, { id, status: 'disabled' }, app.admin),
    app.tryCall(menuApi.updateMenuStatus, { id: dir?.id ?? '', status: 'disabled' }, app.admin),
    app.tryCall(menuApi.editMenu, { id, version, visible: false }, app.admin),
    app.tryCall(menuApi.editMenu, { id, version, url: '/system/other' }, app.admin),
    app.tryCall(menuApi.editMenu, { id, version, permission: 'menu:other' }, app.admin),
  ];
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ status: 409, msg: '这样改之后你自己就打不开这个页面了，没有保存' });
  expect(await nodeAt('/system/menu')).toMatchObject({ status: 'enabled', visible: true, version });
});

test('nobody gives a right that they do not have', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['menu:list', 'menu:edit'] });
  const user = await aUser(app, { roleId });
  const { id } = await nodeAt('/system/menu');
  const button = { parentId: id, type: 'button', permission: 'warn:claim' };
  expect(errorOf(await add(button, user.token))).toMatchObject({
    field: 'permission',
    msg: '你没有这项权限，不能授出',
  });
  expect((await add({ ...button, permission: 'menu:edit' }, user.token)).code).toBe(0);
});

test('nobody comes to a right by way of a disabled directory', async () => {
  const permissionKeys = ['menu:list', 'menu:edit', 'menu:add', 'role:list', 'role:edit', 'role:add', 'news:list'];
  const roleId = await aRole(app, { scope: 'all', permissions: permissionKeys });
  const user = await aUser(app, { roleId });
  const [dir, { id, parentId, children }] = [await added({ type: 'dir' }), await nodeAt('/project/list')];
  await app.call(menuApi.updateMenuStatus, { id: dir, status: 'disabled' }, app.admin);
  expect(errorOf(await app.tryCall(menuApi.moveMenu, { id, parentId: dir }, user.token))).toMatchObject({
    field: 'permission',
    msg: expect.stringContaining('有你没有的权限，不能收回'),
  });
  expect((await app.tryCall(menuApi.moveMenu, { id, parentId: dir }, app.admin)).code).toBe(0);
  const roles = await app.list(roleApi.getRoleList, { page: 1, limit: 100 }, user.token);
  const ownRole = roles.rows.find((row) => row.id === roleId);
  const [button] = children;
  for (const menu of [id, button?.id ?? '']) {
    const withMenu = { id: roleId, version: ownRole?.version ?? 0, menuIds: [...(ownRole?.menuIds ?? []), menu] };
    expect(errorOf(await app.tryCall(roleApi.editRole, withMenu, user.token))).toMatchObject({ field: 'menuIds' });
  }
  const { entries } = await app.call(menuApi.exportMenu, {}, app.admin);
  const projectEntry = entries.find((entry) => entry.url === '/project/list');
  const [above] = await app.sql<{ key: string }>('select seed_key as key from menu where id = $1', [parentId]);
  const file = [{ ...projectEntry, parentKey: above?.key ?? null }];
  const awoken = [
    await app.tryCall(menuApi.moveMenu, { id, parentId }, user.token),
    await app.tryCall(menuApi.editMenu, { id, version: (await byId(id))?.version, parentId }, user.token),
    await app.tryCall(menuApi.updateMenuStatus, { id: dir, status: 'enabled' }, user.token),
    await app.tryCall(menuApi.importMenu, { entries: file, preview: false }, user.token),
  ];
  for (const answer of awoken)
    expect(errorOf(answer)).toMatchObject({ field: 'permission', msg: expect.stringContaining('不能让它生效') });
  await app.call(menuApi.moveMenu, { id, parentId }, app.admin);
  const news = await nodeAt('/manage/news');
  await app.call(menuApi.updateMenuStatus, { id: news.id, status: 'disabled' }, app.admin);
  const restored = { id: roleId, version: ownRole?.version ?? 0, menuIds: ownRole?.menuIds ?? [] };
  expect((await app.tryCall(roleApi.editRole, restored, user.token)).code).toBe(0);
  await app.call(menuApi.updateMenuStatus, { id: news.id, status: 'enabled' }, app.admin);
});

test('nobody takes a right that they do not have, nor moves it out of a module or into one', async () => {
  const permissionKeys = ['menu:list', 'menu:edit', 'menu:add'];
  const user = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: permissionKeys }) });
  const { id: pushing, children } = await nodeAt('/equipment/push_log');
  const { id: sleep } = await nodeAt('/healthy/sleep_data');
  const { id: plain } = await nodeAt('/role/list');
  const [button] = children;
  const version = (await byId(button?.id ?? ''))?.version ?? 0;
  const move = (id: string, parentId: string) => app.tryCall(menuApi.moveMenu, { id, parentId }, user.token);
  const refused = [
    await move(button?.id ?? '', plain),
    await move(button?.id ?? '', sleep),
    await app.tryCall(menuApi.editMenu, { id: button?.id ?? '', version, permission: 'menu:edit' }, user.token),
    await app.tryCall(menuApi.updateMenuStatus, { id: pushing, status: 'disabled' }, user.token),
  ];
  for (const answer of refused) expect(errorOf(answer)).toMatchObject({ field: 'permission', rule: 'grant' });
  const { id, parentId } = await nodeAt('/project/list');
  expect((await move(id, parentId ?? '')).code).toBe(0);
});

test('a disabled menu gives no right from the next call on', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['project:list'] });
  const user = await aUser(app, { roleId });
  const list = () => app.ask({ path: '/api/project/getProjectList', body: {}, token: user.token });
  expect((await list()).code).toBe(0);
  const { id } = await nodeAt('/project/list');
  await app.call(menuApi.updateMenuStatus, { id, status: 'disabled' }, app.admin);
  expect(await list()).toMatchObject({ status: 403, code: 40050 });
  await app.call(menuApi.updateMenuStatus, { id, status: 'enabled' }, app.admin);
  expect((await list()).code).toBe(0);
});

test('a hidden menu keeps its address and its calls, one that is not kept says so, and one without a check is everybody’s', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['role:list'] });
  const [has, lacks] = [
    await aUser(app, { roleId }),
    await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: [] }) }),
  ];
  const { id, version } = await nodeAt('/role/list');
  const entry = async (token: string) => (await menuOf(token)).find(({ url }) => url === '/role/list');
  expect(await entry(has.token)).toMatchObject({ visible: true, cache: true });
  expect(await entry(lacks.token)).toBeUndefined();
  await app.call(menuApi.editMenu, { id, version, visible: false, cache: false, skipCheck: true }, app.admin);
  expect(await entry(has.token)).toMatchObject({ visible: false, cache: false });
  expect(await entry(lacks.token)).toMatchObject({ visible: false });
  const list = (token: string) => app.ask({ path: '/api/role/getRoleList', body: {}, token });
  expect((await list(has.token)).code).toBe(0);
  expect(await list(lacks.token)).toMatchObject({ status: 403, code: 40050 });
  await app.call(
    menuApi.editMenu,
    { id, version: version + 1, visible: true, cache: true, skipCheck: false },
    app.admin,
  );
  expect(await entry(lacks.token)).toBeUndefined();
});

test('a disabled directory takes the rights of all that stands below it', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['department:list'] });
  const user = await aUser(app, { roleId });
  const list = () => app.ask({ path: '/api/department/getDepartmentTree', body: {}, token: user.token });
  const dir = await added({ type: 'dir', name: '组织' });
  const { id, parentId } = await nodeAt('/department/tree');
  await app.call(menuApi.moveMenu, { id, parentId: dir }, app.admin);
  expect((await list()).code).toBe(0);
  await app.call(menuApi.updateMenuStatus, { id: dir, status: 'disabled' }, app.admin);
  expect(await list()).toMatchObject({ status: 403, code: 40050 });
  await app.call(menuApi.moveMenu, { id, parentId }, app.admin);
  expect((await list()).code).toBe(0);
});

test('what people edited and moved stays so at the next start, what nobody touched follows the code', async () => {
  const { default: seed } = (await import('./seed.ts')) as { default: { run(): Promise<unknown> } };
  const [edited, untouched] = [await nodeAt('/test/data_table'), await nodeAt('/test/dialog_form')];
  const other = (await all()).find((entry) => entry.type === 'dir' && entry.id !== edited.parentId);
  await app.call(menuApi.editMenu, { id: edited.id, version: edited.version, name: '表格样例' }, app.admin);
  await app.call(menuApi.moveMenu, { id: edited.id, parentId: other?.id ?? '' }, app.admin);
  await app.sql(`update menu set name = 'old name' where id = $1`, [untouched.id]);
  await seed.run();
  expect(await byId(edited.id)).toMatchObject({ name: '表格样例', parentId: other?.id });
  expect((await byId(untouched.id))?.name).toBe(untouched.name);
});

test('the tree goes out as a file and comes back: only what differs is written, nothing is deleted', async () => {
  const { entries } = await app.call(menuApi.exportMenu, {}, app.admin);
  expect(await app.call(menuApi.importMenu, { entries }, app.admin)).toEqual({
    added: [],
    changed: [],
    same: entries.length,
  });
  const changed = entries.map((entry) => (entry.key === 'screen:/project/list' ? { ...entry, name: '合同' } : entry));
  const extra = { key: 'path:新目录', parentKey: null, type: 'dir' as const, name: '新目录' };
  const child = {
    key: 'path:新目录/新链接',
    parentKey: 'path:新目录',
    type: 'link' as const,
    name: '新链接',
    url: 'https://a.cn/',
  };
  const input = { entries: [child, ...changed, extra] };
  const expected = { added: ['新目录', '新链接'], changed: ['合同'], same: entries.length - 1 };
  expect(await app.call(menuApi.importMenu, { ...input, preview: true }, app.admin)).toEqual(expected);
  expect((await nodeAt('/project/list')).name).toBe('项目');
  expect(await app.call(menuApi.importMenu, input, app.admin)).toEqual(expected);
  expect((await nodeAt('/project/list')).name).toBe('合同');
  expect((await all()).find((entry) => entry.name === '新目录')?.children.map((entry) => entry.name)).toEqual([
    '新链接',
  ]);
});

test.each([
  [
    'a circle',
    [
      { key: 'path:a', parentKey: 'path:b' },
      { key: 'path:b', parentKey: 'path:a' },
    ],
  ],
  ['a parent that is nowhere', [{ key: 'path:a', parentKey: 'path:none' }]],
  [
    'one key twice',
    [
      { key: 'path:a', parentKey: null },
      { key: 'path:a', parentKey: null },
    ],
  ],
  [
    'an endpoint that the code does not have',
    [
      {
        key: 'screen:/project/list',
        parentKey: 'dir:系统管理',
        type: 'menu',
        url: '/project/list',
        apis: [{ method: 'POST', path: '/api/none/such' }],
      },
    ],
  ],
])('a file with %s is refused whole', async (_, list) => {
  const entries = list.map((entry) => ({ type: 'dir', name: '甲', ...entry }));
  const before = (await all()).length;
  const answer = await app.tryCall(menuApi.importMenu, { entries }, app.admin);
  expect(answer.status).toBe(400);
  expect((await all()).length).toBe(before);
});
