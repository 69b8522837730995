import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { type DepartmentTreeNode, departmentApi } from '#features/department/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const root = async () =>
  (await app.sql<{ id: string }>('select id::text from department where parent_id is null'))[0]?.id ?? '';
const tree = (token = app.admin) => app.call(departmentApi.getDepartmentTree, {}, token);
const flat = (nodes: DepartmentTreeNode[]): DepartmentTreeNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);
const node = async (id: string, token = app.admin) =>
  flat(await tree(token)).find((department) => department.id === id);
const move = (id: string, parentId: string, index?: number, token = app.admin) =>
  app.tryCall(departmentApi.moveDepartment, { id, parentId, ...(index === undefined ? {} : { index }) }, token);
const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];

async function add(parentId: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const input = { parentId, name: `部门甲${next()}`, type: 'community', ...overrides };
  return (await app.call(departmentApi.addDepartment, input, app.admin)).id;
}

/** Expects every path to be the parent's path plus the department's id. */
async function pathsHold(): Promise<void> {
  const wrong = await app.sql(`
    select d.id from department d left join department p on p.id = d.parent_id
    where d.path is distinct from (case when p.id is null then array[d.id] else p.path || d.id end) and d.deleted_at is null`);
  expect(wrong).toEqual([]);
}

test('a department is added, found in the tree and edited; the second of two editors is told what the first changed', async () => {
  const id = await add(await root(), {
    name: '望湖街道办',
    code: `D${next()}`,
    leader: '沈洁',
    phone: '0570-55507715',
  });
  const previous = await node(id);
  expect(previous).toMatchObject({ name: '望湖街道办', leader: '沈洁', status: 'enabled', userCount: 0 });
  const version = previous?.version ?? 0;
  await app.call(departmentApi.editDepartment, { id, version, leader: '钱月红', phone: null }, app.admin);
  const late = await app.tryCall(departmentApi.editDepartment, { id, version, name: '望湖' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { version: version + 1, updatedBy: '管理员' } });
  expect((late.data as { changes: unknown[] }).changes).toContainEqual({ field: 'leader', old: '沈洁', new: '钱月红' });
  expect(await node(id)).toMatchObject({ leader: '钱月红', phone: null });
});

test('nothing comes into a disabled department: neither a new one, nor one that is moved, nor a person', async () => {
  const closed = await add(await root());
  const other = await add(await root());
  await app.call(departmentApi.updateDepartmentStatus, { id: closed, status: 'disabled' }, app.admin);
  const below = { parentId: closed, name: `部门乙${next()}`, type: 'community' };
  const answers = [
    await app.tryCall(departmentApi.addDepartment, below, app.admin),
    await move(other, closed),
    await app.tryCall(departmentApi.editDepartment, { id: other, version: 1, parentId: closed }, app.admin),
  ];
  expect(answers.map(errorOf)).toEqual(Array(3).fill(expect.objectContaining({ msg: '上级部门已停用' })));
  const user = await aUser(app);
  const moved = await app.tryCall(userApi.editUser, { id: user.id, version: 1, departmentId: closed }, app.admin);
  expect(errorOf(moved)).toMatchObject({ field: 'departmentId', msg: '部门已停用' });
});

test('somebody whose highest department it is does not order what else stands beside it', async () => {
  const above = await add(await root());
  const [first, ownDepartment] = [await add(above), await add(above)];
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['department:list', 'department:edit'] });
  const { token } = await aUser(app, { roleId, department: ownDepartment });
  expect(errorOf(await move(ownDepartment, above, 0, token))).toMatchObject({ msg: '不能移动自己范围的最上级部门' });
  expect((await node(above))?.children.map(({ id }) => id)).toEqual([first, ownDepartment]);
});

test.each([
  ['no parent', { parentId: undefined }, 'parentId'],
  ['a parent that does not exist', { parentId: '999999999' }, 'parentId'],
  ['one character', { name: '甲' }, 'name'],
  ['31 characters', { name: '甲'.repeat(31) }, 'name'],
  ['a number for a name', { name: 12 }, 'name'],
  ['a code with a space', { code: 'a b' }, 'code'],
  ['a type that nobody knows', { type: 'castle' }, 'type'],
  ['a region of five digits', { regionCode: '33080' }, 'regionCode'],
  ['a region that the country does not have', { regionCode: '330899' }, 'regionCode'],
  ['a state that nobody knows', { status: 'gone' }, 'status'],
  ['half a place', { lat: 28.9 }, 'lat'],
  ['the place 0,0', { lat: 0, lng: 0 }, 'lat'],
  ['a sort of 1000', { sort: 1000 }, 'sort'],
  ['a wrong phone', { phone: '12' }, 'phone'],
])('%s is refused and the field named', async (_, overrides, field) => {
  const input = { parentId: await root(), name: `部门乙${next()}`, type: 'street', ...overrides };
  const answer = await app.tryCall(departmentApi.addDepartment, input, app.admin);
  expect(answer.status).toBe(400);
  expect(errorOf(answer)?.field).toBe(field);
});

test('script in a name is kept as the text it is', async () => {
  const name = '<script>alert(1)</script>';
  const id = await add(await root(), { name });
  expect((await node(id))?.name).toBe(name);
});

test('a name is unique among siblings and a code everywhere', async () => {
  const top = await root();
  const a = await add(top, { name: '同名社区', code: 'same-code' });
  const twice = { parentId: top, name: '同名社区', type: 'community' };
  expect(errorOf(await app.tryCall(departmentApi.addDepartment, twice, app.admin))).toMatchObject({
    field: 'name',
    msg: '同一上级下已有同名部门',
  });
  await add(a, { name: '同名社区' });
  const code = { parentId: a, name: '别的社区', type: 'community', code: 'same-code' };
  expect(errorOf(await app.tryCall(departmentApi.addDepartment, code, app.admin))?.field).toBe('code');
});

test('a department does not move below itself or to a parent that does not exist, and the root not at all', async () => {
  const a = await add(await root());
  const b = await add(a);
  const c = await add(b);
  for (const parent of [a, b, c, '999999999']) {
    const answer = await move(a, parent);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)?.field).toBe('parentId');
  }
  expect((await move(await root(), a)).status).toBe(400);
  const version = (await node(a))?.version ?? 0;
  const edit = await app.tryCall(departmentApi.editDepartment, { id: a, version, parentId: c }, app.admin);
  expect(errorOf(edit)?.msg).toBe('不能移到自己或自己的下级');
  await pathsHold();
});

test('a move puts a department at its place among the new siblings', async () => {
  const parent = await add(await root());
  const [a, b, c] = [await add(parent), await add(parent), await add(parent)];
  const outside = await add(await root());
  expect((await move(outside, parent, 1)).code).toBe(0);
  expect((await node(parent))?.children.map((item) => item.id)).toEqual([a, outside, b, c]);
  expect((await move(c, parent, 0)).code).toBe(0);
  expect((await node(parent))?.children.map((item) => item.id)).toEqual([c, a, outside, b]);
});

test('two moves at once that would make a circle together: one of them is refused', async () => {
  const a = await add(await root());
  const b = await add(await root());
  const answers = await Promise.all([move(a, b), move(b, a)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  await pathsHold();
});

test('moving a department takes it out of one scope and into the other at once, without a new login', async () => {
  const [left, right] = [await add(await root()), await add(await root())];
  const part = await add(left);
  const customer = await aCustomer(app, { department: part });
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['customer:list', 'department:list'] });
  const [inLeft, inRight] = [
    await aUser(app, { roleId, department: left }),
    await aUser(app, { roleId, department: right }),
  ];
  const sees = async (token: string) =>
    (await app.list(customerApi.getCustomerList, { limit: 200 }, token)).rows.some((row) => row.id === customer);
  expect([await sees(inLeft.token), await sees(inRight.token)]).toEqual([true, false]);
  await move(part, right);
  expect([await sees(inLeft.token), await sees(inRight.token)]).toEqual([false, true]);
  expect(flat(await tree(inRight.token)).map((item) => item.id)).toEqual([right, part]);
});

test('counts hold only what the viewer may see: departments and projects', async () => {
  const top = await add(await root());
  const part = await add(top);
  const [visible, other] = [await aProject(app, top), await aProject(app, top)];
  await aCustomer(app, { department: part, project: visible });
  const customer = await aCustomer(app, { department: part, project: other });
  await aDevice(app, { department: part, project: other, customer });
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['department:list'] });
  const user = await aUser(app, { roleId, department: top, projects: [visible] });
  expect(await node(top)).toMatchObject({ customerCount: 2, equipmentCount: 1, ownCustomerCount: 0, userCount: 1 });
  expect(await node(top, user.token)).toMatchObject({ customerCount: 1, equipmentCount: 0 });
  expect((await tree(user.token)).map((item) => item.id)).toEqual([top]);
});

test('what is out of scope answers like what is missing', async () => {
  const [visible, foreign] = [await add(await root()), await add(await root())];
  const roleId = await aRole(app, {
    scope: 'department_below',
    permissions: ['department:list', 'department:edit', 'department:merge'],
  });
  const user = await aUser(app, { roleId, department: visible });
  const missing = '999999999';
  for (const id of [foreign, missing]) {
    const calls = [
      app.tryCall(departmentApi.editDepartment, { id, version: 1, name: '改名' }, user.token),
      move(id, visible, 0, user.token),
      app.tryCall(departmentApi.updateDepartmentStatus, { id, status: 'disabled' }, user.token),
      app.tryCall(departmentApi.deleteDepartment, { ids: [id] }, user.token),
      app.tryCall(departmentApi.mergeDepartment, { fromId: id, toId: visible }, user.token),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 404, msg: '部门不存在或不在你的范围' });
  }
  expect(
    (await app.tryCall(departmentApi.addDepartment, { parentId: foreign, name: '越界', type: 'org' }, user.token))
      .status,
  ).toBe(400);
});

test('a department in use is not deleted and the reason is named; an empty one is, and stays for the records', async () => {
  const id = await add(await root());
  const child = await add(id);
  await aCustomer(app, { department: id });
  await aUser(app, { department: id });
  const refused = await app.tryCall(departmentApi.deleteDepartment, { ids: [id, child] }, app.admin);
  expect(refused).toMatchObject({
    status: 409,
    msg: '该部门下存在用户/客户，不能删除',
    data: { users: 1, customers: 1 },
  });
  expect(await node(child)).toBeDefined();
  const alone = await app.tryCall(departmentApi.deleteDepartment, { ids: [id] }, app.admin);
  expect((alone.data as { holders: unknown }).holders).toEqual([
    { noun: '下级部门', count: 1, url: null },
    { noun: '用户', count: 1, url: `/user/list?departmentId=${id}` },
    { noun: '客户', count: 1, url: `/customer/list?departmentId=${id}` },
  ]);
  await app.call(departmentApi.deleteDepartment, { ids: [child] }, app.admin);
  expect(await node(child)).toBeUndefined();
  expect(await app.sql('select 1 from department where id = $1', [child])).toHaveLength(1);
  expect(await app.tryCall(departmentApi.deleteDepartment, { ids: [await root()] }, app.admin)).toMatchObject({
    status: 409,
    msg: '根部门不能删除',
  });
});

test('nothing new goes into a disabled department, and its history stays', async () => {
  const id = await add(await root());
  const customer = await aCustomer(app, { department: id });
  await app.call(departmentApi.updateDepartmentStatus, { id, status: 'disabled' }, app.admin);
  await expect(aCustomer(app, { department: id })).rejects.toThrow('部门已停用');
  const { rows } = await app.list(customerApi.getCustomerList, { departmentId: id }, app.admin);
  expect(rows.map((row) => row.id)).toEqual([customer]);
});

test('a department has an area by the code of the national division, and one withdrawn since stays until it is changed', async () => {
  const id = await add(await root(), { regionCode: '330802001' });
  expect(await node(id)).toMatchObject({ regionCode: '330802001', regionName: '浙江省衢州市柯城区' });
  await app.sql(`update department set region_code = '330899' where id = $1`, [id]);
  expect(await node(id)).toMatchObject({ regionCode: '330899', regionName: '浙江省衢州市' });
  const version = (await node(id))?.version ?? 0;
  await app.call(departmentApi.editDepartment, { id, version, regionCode: '330899', leader: '沈洁' }, app.admin);
  const bad = { id, version: version + 1, regionCode: '330898' };
  expect(errorOf(await app.tryCall(departmentApi.editDepartment, bad, app.admin))).toMatchObject({
    field: 'regionCode',
    msg: '行政区划代码不存在',
  });
});

test('the form disables a department as the button does, and never the root', async () => {
  const id = await add(await root());
  const version = (await node(id))?.version ?? 0;
  await app.call(departmentApi.editDepartment, { id, version, status: 'disabled' }, app.admin);
  expect(await node(id)).toMatchObject({ status: 'disabled' });
  const top = await node(await root());
  const input = { id: top?.id ?? '', version: top?.version ?? 0, status: 'disabled' };
  expect(errorOf(await app.tryCall(departmentApi.editDepartment, input, app.admin))?.msg).toBe('根部门不能停用');
});

test('the export holds the departments of the scope with their place in the tree and the figures of the scope', async () => {
  const top = await add(await root(), { name: '导出街道', type: 'street' });
  const below = await add(top, { name: '导出社区', type: 'community' });
  const foreign = await add(await root(), { name: '别处街道' });
  const [visible, other] = [await aProject(app), await aProject(app)];
  await aCustomer(app, { department: below, project: visible });
  await aCustomer(app, { department: below, project: other });
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['department:list', 'department:export'] });
  const user = await aUser(app, { roleId, department: top, projects: [visible] });
  const columns = ['name', 'place', 'type', 'customerCount', 'status'] as const;
  const { fileId, count } = await app.call(departmentApi.exportDepartment, { columns: [...columns] }, user.token);
  expect(count).toBe(2);
  const rows = await downloadRows(app, fileId ?? '', user.token);
  expect(rows.slice(2)).toEqual([
    ['导出街道', '导出街道', '街道', 1, '启用'],
    ['导出社区', '导出街道 / 导出社区', '社区', 1, '启用'],
  ]);
  const part = { filters: { departmentId: below } };
  expect((await app.call(departmentApi.exportDepartment, part, app.admin)).count).toBe(1);
  const none = { filters: { departmentId: foreign } };
  expect((await app.call(departmentApi.exportDepartment, none, user.token)).count).toBe(0);
});

test('a merge moves users, customers, devices, alarms, projects, roles and what lies below, and loses no row', async () => {
  const [from, to] = [await add(await root()), await add(await root())];
  const child = await add(from);
  const project = await aProject(app, from);
  const roleId = await aRole(app, { scope: 'custom', permissions: ['customer:list'], departments: [from] });
  const user = await aUser(app, { roleId, department: from });
  const customer = await aCustomer(app, { department: from });
  await aCustomer(app, { department: child });
  await aDevice(app, { department: from, customer });
  await app.ask({
    path: '/api/warn/addWarn',
    token: app.admin,
    body: { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
  });
  const total = async () => (await app.sql('select count(*)::int as n from customer where deleted_at is null'))[0];
  const previous = await total();
  expect(await app.call(departmentApi.mergeDepartment, { fromId: from, toId: to }, app.admin)).toEqual({
    id: to,
    users: 1,
    customers: 1,
    equipment: 1,
    warns: 1,
  });
  expect(await total()).toEqual(previous);
  expect(await node(from)).toBeUndefined();
  expect(await node(to)).toMatchObject({ customerCount: 2, userCount: 1, equipmentCount: 1, openWarnCount: 1 });
  expect((await node(to))?.children.map((item) => item.id)).toEqual([child]);
  expect(await app.sql('select department_id::text as d from project where id = $1', [project])).toEqual([{ d: to }]);
  expect((await app.list(customerApi.getCustomerList, {}, user.token)).count).toBe(2);
  const recorded = await app.sql(
    `select table_name, changes -> 'department_id' as change from change_log
    where changes ? 'department_id' and changes -> 'department_id' -> 1 = $1::jsonb and action = 'update' order by table_name`,
    [to],
  );
  expect(recorded.map((row) => (row as { table_name: string }).table_name)).toEqual(
    expect.arrayContaining(['customer', 'equipment', 'project', 'user', 'warn']),
  );
  await pathsHold();
});

test('a merge into oneself, into what lies below, and by someone who sees only some projects is refused', async () => {
  const a = await add(await root());
  const b = await add(a);
  for (const toId of [a, b]) {
    const answer = await app.tryCall(departmentApi.mergeDepartment, { fromId: a, toId }, app.admin);
    expect(errorOf(answer)?.field).toBe('toId');
  }
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['department:merge'] });
  const user = await aUser(app, { roleId, department: a, projects: [await aProject(app)] });
  const merged = await app.tryCall(departmentApi.mergeDepartment, { fromId: b, toId: a }, user.token);
  expect(merged).toMatchObject({ status: 400, msg: '你只负责部分项目，不能合并部门' });
});

test('whatever is moved and merged, paths stay right, nobody is lost and a scope is exactly what lies below', async () => {
  const top = await aDepartment(app);
  const ids = await Promise.all(Array.from({ length: 7 }, () => aDepartment(app, top)));
  for (const id of ids) await aCustomer(app, { department: id });
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['customer:list'] });
  const user = await aUser(app, { roleId, department: ids[0] ?? '' });
  const item = fc.record({ kind: fc.constantFrom('move', 'move', 'move', 'merge'), a: fc.nat(6), b: fc.nat(6) });
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { kind, a, b } of steps) {
        const [id, other] = [ids[a] ?? '', ids[b] ?? ''];
        if (kind === 'move') await move(id, other);
        // The user's department is never merged away, so that the user keeps a scope.
        else if (a !== 0) await app.tryCall(departmentApi.mergeDepartment, { fromId: id, toId: other }, app.admin);
      }
      await pathsHold();
      const all = await app.sql<{ n: number }>(
        `select count(*)::int as n from customer c join department d on d.id = c.department_id and d.deleted_at is null where $1 = any(d.path) and c.deleted_at is null`,
        [top],
      );
      expect(all[0]?.n).toBe(ids.length);
      const below = await app.sql<{ id: string }>(
        'select c.id::text from customer c join department d on d.id = c.department_id where $1 = any(d.path) order by c.id',
        [ids[0]],
      );
      const { rows } = await app.list(customerApi.getCustomerList, { limit: 200 }, user.token);
      expect(rows.map((row) => row.id).sort()).toEqual(below.map((row) => row.id).sort());
    }),
    { numRuns: 12 },
  );
});
