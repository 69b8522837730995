import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { loginApi } from '#features/login/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';

const permissionKeys = ['user:list', 'user:edit', 'user:status', 'user:password', 'warn:list'];

let app: TestApp;
let north: string;
let south: string;
let manager: TestUser;
let plain: string;

beforeAll(async () => {
  app = await startApp();
  [north, south] = [await aDepartment(app), await aDepartment(app)];
  manager = await aUser(app, {
    roleId: await aRole(app, { scope: 'department_below', permissions: permissionKeys }),
    department: north,
  });
  plain = await aRole(app, { scope: 'department', permissions: ['warn:list'] });
});
afterAll(() => app.stop());

const managedUser = (department = north) => aUser(app, { roleId: plain, department });
const get = (id: string) => app.call(userApi.getUser, { id }, app.admin);
const done = ({ id, account, name }: TestUser) => ({ id, account, name });

test('disabling many answers row by row: the own account and a foreign one are refused, the others are off at once', async () => {
  const [one, other, foreign] = [await managedUser(), await managedUser(), await managedUser(south)];
  const ids = [one.id, manager.id, foreign.id, other.id];
  const off = await app.call(userApi.batchUpdateUserStatus, { ids, status: 'disabled' }, manager.token);
  expect(off).toEqual([
    done(one),
    { id: manager.id, msg: '不能停用自己的账号' },
    { id: foreign.id, msg: '用户不存在或不在你的范围' },
    done(other),
  ]);
  expect((await app.tryCall(loginApi.validateToken, {}, one.token)).status).toBe(401);
  expect((await app.tryCall(loginApi.validateToken, {}, foreign.token)).code).toBe(0);
  await app.call(userApi.batchUpdateUserStatus, { ids: [one.id, other.id], status: 'enabled' }, manager.token);
  expect([(await get(one.id)).status, (await get(other.id)).status]).toEqual(['enabled', 'enabled']);
});

test('what is in hand is told for all of them, and waits again once they are disabled', async () => {
  const [holder, idle, foreign] = [await aUser(app), await managedUser(), await managedUser(south)];
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电求助' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, customerId: await aCustomer(app) }, app.admin);
  const { no } = await app.call(warnApi.claimWarn, { id }, holder.token);
  const ids = [holder.id, idle.id, foreign.id];
  expect(await app.call(userApi.getUsersInHand, { ids }, app.admin)).toEqual([
    { ...done(holder), nos: [no] },
    { ...done(idle), nos: [] },
    { ...done(foreign), nos: [] },
  ]);
  expect(await app.call(userApi.getUsersInHand, { ids }, manager.token)).toEqual([{ ...done(idle), nos: [] }]);
  await app.call(userApi.batchUpdateUserStatus, { ids: [holder.id], status: 'disabled' }, app.admin);
  expect(await app.call(deskApi.getWarn, { id }, app.admin)).toMatchObject({ status: 'pending', handlerId: null });
});

test('roles are added to those that each has; nobody gives more than they have themselves', async () => {
  const [one, other] = [await managedUser(), await managedUser()];
  const more = await aRole(app, { scope: 'department', permissions: ['user:list'] });
  const ids = [one.id, other.id];
  expect(await app.call(userApi.batchAddUserRole, { ids, roleIds: [more] }, manager.token)).toEqual([
    done(one),
    done(other),
  ]);
  const after = await get(one.id);
  expect(after.roles.map((role) => role.id).sort()).toEqual([plain, more].sort());
  // A second call changes nothing and makes no open form outdated.
  await app.call(userApi.batchAddUserRole, { ids, roleIds: [more] }, manager.token);
  expect((await get(one.id)).version).toBe(after.version);
  const beyond = await aRole(app, { scope: 'department', permissions: ['role:edit'] });
  const refused = await app.call(userApi.batchAddUserRole, { ids: [one.id], roleIds: [beyond] }, manager.token);
  expect(refused).toEqual([{ id: one.id, msg: '不能授予你没有的菜单或按钮' }]);
});

test('a move takes each to the department, which is no further one of theirs then; one outside the scope is refused', async () => {
  const target = await aDepartment(app, north);
  await app.call(userApi.reloadCache, {}, app.admin);
  const one = await managedUser();
  await app.sql('insert into user_extra_department (user_id, department_id) values ($1, $2)', [one.id, target]);
  const ids = [one.id];
  expect(await app.call(userApi.batchUpdateUserDepartment, { ids, departmentId: target }, manager.token)).toEqual([
    done(one),
  ]);
  expect(await get(one.id)).toMatchObject({ departmentId: target, extraDepartments: [] });
  expect(await app.call(userApi.batchUpdateUserDepartment, { ids, departmentId: south }, manager.token)).toEqual([
    { id: one.id, msg: '部门不存在或不在你的范围' },
  ]);
});

test('a reset of many answers a password each, once, which has to be changed at the next login', async () => {
  const [one, foreign] = [await managedUser(), await managedUser(south)];
  const answers = await app.call(
    userApi.batchResetUserPassword,
    { ids: [one.id, foreign.id, manager.id] },
    manager.token,
  );
  expect(answers).toEqual([
    { ...done(one), password: expect.stringMatching(/^[a-z2-9]{12}$/) },
    { id: foreign.id, msg: '用户不存在或不在你的范围' },
    { id: manager.id, msg: '自己的密码请在个人中心修改' },
  ]);
  const [first] = answers;
  const token = await app.login(one.account, first && 'password' in first ? first.password : '');
  expect(await app.tryCall(userApi.getUserProfile, {}, token)).toMatchObject({ status: 403, msg: '请先修改密码' });
});

test('more than 200 at once are refused', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(index + 1));
  expect(await app.tryCall(userApi.batchResetUserPassword, { ids }, app.admin)).toMatchObject({
    status: 400,
    msg: '一次最多200个用户',
  });
});
