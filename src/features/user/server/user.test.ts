import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { loginApi } from '#features/login/contract.ts';
import { roleApi } from '#features/role/contract.ts';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aDepartment, aProject, aRole, aUser, next, password, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import type { OutputOf } from '#shared/endpoint.ts';

const userKeys = ['list', 'add', 'edit', 'status', 'password', 'delete'];
const permissions = ['warn:list', ...userKeys.map((key) => `user:${key}`)];
let app: TestApp;
/** Two districts; the manager's scope is the first one with its subtree. */
let north: string;
let below: string;
let south: string;
let manager: TestUser;
let managerRole: string;
let adminRole: string;
let seatRole: string;

beforeAll(async () => {
  app = await startApp();
  north = await aDepartment(app);
  below = await aDepartment(app, north);
  south = await aDepartment(app);
  managerRole = await aRole(app, { scope: 'department_below', permissions });
  seatRole = await aRole(app, { scope: 'department', permissions: ['warn:list'] });
  manager = await aUser(app, { roleId: managerRole, department: north });
  const [role] = await app.sql<{ id: string }>(`select id::text from role where key = 'admin'`);
  adminRole = role?.id ?? '';
});
afterAll(() => app.stop());
function fields(overrides: Record<string, unknown> = {}) {
  const serial = next();
  return {
    account: `staff-${serial}`,
    name: '周晓梅',
    mobile: `138${String(20_000_000 + serial)}`,
    departmentId: below,
    roleIds: [seatRole],
    ...overrides,
  };
}

type Row = OutputOf<typeof userApi.getUserList>;

async function rowOf(id: string, token = app.admin): Promise<Row> {
  const { rows } = await app.list(userApi.getUserList, { limit: 200 }, token);
  const row = rows.find((user) => user.id === id);
  if (!row) throw new Error(`no user ${id} in the list`);
  return row;
}

describe('a new account', () => {
  test('without a password gets one that is answered once and must be changed first', async () => {
    const input = fields({ post: '坐席', jobNumber: 'A-17', extension: '803', gender: 2, email: 'zhou@example.com' });
    const added = await app.call(userApi.addUser, input, app.admin);
    const token = await app.login(input.account, added.password);
    expect(await app.tryCall(userApi.getUserProfile, {}, token)).toMatchObject({ status: 403, msg: '请先修改密码' });
    await app.call(
      userApi.editUserPassword,
      { oldPassword: added.password ?? '', newPassword: 'winter-Orchard-88' },
      token,
    );
    expect((await app.tryCall(userApi.getUserProfile, {}, token)).code).toBe(0);
    expect(await app.call(userApi.getUser, { id: added.id }, app.admin)).toMatchObject({
      ...{ account: input.account, name: '周晓梅', mobile: input.mobile, departmentId: below, post: '坐席' },
      ...{ jobNumber: 'A-17', extension: '803', gender: 2, email: 'zhou@example.com', status: 'enabled', version: 1 },
      roles: [{ id: seatRole }],
    });
  });

  test('with a password from the administrator must change it first, too', async () => {
    const input = fields({ password: 'cedar-Lantern-41' });
    expect(await app.call(userApi.addUser, input, app.admin)).not.toHaveProperty('password');
    const token = await app.login(input.account, 'cedar-Lantern-41');
    expect(await app.tryCall(userApi.getUserProfile, {}, token)).toMatchObject({ status: 403, msg: '请先修改密码' });
  });

  test.each([
    ['an account that is taken, in other capitals', { account: 'ADMIN' }, 'account', '账号已存在'],
    ['an account that begins with a digit', { account: '1abc' }, 'account', '账号须为4-20位'],
    ['an account past its length', { account: 'a'.repeat(21) }, 'account', '账号须为4-20位'],
    ['a name of one sign', { name: '周' }, 'name', '请输入2-20位姓名'],
    ['script in the name', { name: '<script>alert(1)</script>' }, 'name', '请输入2-20位姓名'],
    ['a number as name', { name: 12 }, 'name', ''],
    ['a phone of ten digits', { mobile: '1380000567' }, 'mobile', '请输入正确的手机号'],
    ['an e-mail without a host', { email: 'zhou@' }, 'email', '邮箱'],
    ['a common password', { password: '12345678' }, 'password', '密码强度不足'],
    ['a password that holds the name', { password: '周晓梅-2026' }, 'password', '密码强度不足'],
    ['a remark past 500', { remark: '长'.repeat(501) }, 'remark', '备注最多500个字'],
    ['no role', { roleIds: [] }, 'roleIds', '请选择角色'],
    ['the same role twice', { roleIds: ['5', '5'] }, 'roleIds', '重复'],
    ['a role that does not exist', { roleIds: ['999999'] }, 'roleIds', '角色不存在'],
    ['a department that does not exist', { departmentId: '999999' }, 'departmentId', '部门不存在'],
    ['a project that does not exist', { projectIds: ['999999'] }, 'projectIds', '项目不存在'],
    ['an end that has passed', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt', '有效期须晚于现在'],
    ['a job number with a formula', { jobNumber: '=1+1' }, 'jobNumber', '工号'],
    ['an unknown field', { builtIn: true }, 'builtIn', '有不认识的字段'],
  ])('is refused with %s', async (_, wrong, field, msg) => {
    const answer = await app.tryCall(userApi.addUser, fields(wrong), app.admin);
    expect(answer).toMatchObject({ status: 400, code: -1 });
    const { errors } = answer.data as { errors: { field: string; msg: string }[] };
    expect(errors[0]?.field.split('.')[0]).toBe(field);
    expect(errors[0]?.msg).toContain(msg);
  });
});

describe('the list', () => {
  test('finds by account, name, initials, staff number and the end of the phone', async () => {
    const input = fields({ name: '欧阳采薇', jobNumber: 'Q7781' });
    const { id } = await app.call(userApi.addUser, input, app.admin);
    for (const keyword of [input.account.toUpperCase(), '采薇', 'oycw', 'q7781', input.mobile.slice(-6)]) {
      const { rows } = await app.list(userApi.getUserList, { keyword, limit: 200 }, app.admin);
      expect(
        rows.map((row) => row.id),
        keyword,
      ).toContain(id);
    }
    expect((await app.list(userApi.getUserList, { keyword: '%' }, app.admin)).count).toBe(0);
  });

  test('holds the department with what lies below, the role and the status that were asked for', async () => {
    const one = await app.call(userApi.addUser, fields(), app.admin);
    const ids = async (filter: object) =>
      (await app.list(userApi.getUserList, { limit: 200, ...filter }, app.admin)).rows.map((row) => row.id);
    expect(await ids({ departmentId: north })).toContain(one.id);
    expect(await ids({ departmentId: south })).not.toContain(one.id);
    expect(await ids({ roleId: seatRole })).toContain(one.id);
    expect(await ids({ roleId: managerRole })).toEqual([manager.id]);
    expect(await ids({ status: 'disabled' })).not.toContain(one.id);
  });

  test('and the department tree show the same people, all of them in scope', async () => {
    await aUser(app, { department: south, role: 'viewer' });
    const { rows, count } = await app.list(userApi.getUserList, { limit: 200 }, manager.token);
    expect(rows.map((row) => row.departmentId).filter((id) => id !== north && id !== below)).toEqual([]);
    const tree = await app.call(userApi.getUserDepartmentTree, {}, manager.token);
    const flat = (nodes: DepartmentNode[]): DepartmentNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
    expect(
      flat(tree)
        .map((node) => node.id)
        .sort(),
    ).toEqual([north, below].sort());
    expect(tree[0]?.count).toBe(count);
  });

  test('leaves out who is bound to other projects', async () => {
    const [mine, other] = [await aProject(app, north), await aProject(app, north)];
    const bound = await aUser(app, { roleId: managerRole, department: north, projects: [mine] });
    const outsider = await aUser(app, { roleId: seatRole, department: below, projects: [other] });
    const { rows } = await app.list(userApi.getUserList, { limit: 200 }, bound.token);
    expect(rows.map((row) => row.id)).not.toContain(outsider.id);
    expect((await app.tryCall(userApi.logoutUser, { id: outsider.id }, bound.token)).status).toBe(404);
  });
});

describe('a change', () => {
  test('leaves what is absent, empties what is null, and keeps the account', async () => {
    const { id } = await app.call(userApi.addUser, fields({ post: '班长', email: 'a@b.cn' }), app.admin);
    await app.call(userApi.editUser, { id, version: 1, email: null, name: '周晓兰' }, app.admin);
    expect(await rowOf(id)).toMatchObject({ name: '周晓兰', post: '班长', email: null, version: 2 });
    const renamed = await app.tryCall(userApi.editUser, { id, version: 2, account: 'other' }, app.admin);
    expect(renamed).toMatchObject({ status: 400, msg: '账号创建后不可修改' });
  });

  test('that saw an older version is told who changed what, roles by name', async () => {
    const { id } = await app.call(userApi.addUser, fields(), app.admin);
    const extra = await aRole(app, { scope: 'self', permissions: [] });
    await app.call(userApi.editUser, { id, version: 1, mobile: '13900001111', roleIds: [seatRole, extra] }, app.admin);
    const answer = await app.tryCall(userApi.editUser, { id, version: 1, name: '周大梅' }, app.admin);
    expect(answer.status).toBe(409);
    expect(answer.msg).toMatch(/^数据已被 管理员 于 \d\d:\d\d 修改，请刷新$/);
    const [role] = await app.sql<{ name: string }>('select name from role where id = $1', [extra]);
    expect(answer.data).toMatchObject({ version: 2, updatedBy: '管理员' });
    const { changes } = answer.data as { changes: { field: string; old: unknown; new: unknown }[] };
    expect(changes).toContainEqual({ field: 'mobile', old: expect.any(String), new: '13900001111' });
    expect(changes).toContainEqual({ field: 'roleIds', old: null, new: role?.name });
  });

  test('is told of the edit, not of a password that was reset after it', async () => {
    const user = await aUser(app);
    const edit = { id: user.id, version: 1 };
    await app.call(userApi.editUser, { ...edit, remark: '夜班' }, app.admin);
    await app.call(userApi.resetUserPassword, { id: user.id }, app.admin);
    const answer = await app.tryCall(userApi.editUser, { ...edit, remark: '白班' }, app.admin);
    expect(answer).toMatchObject({ status: 409, data: { changes: [{ field: 'remark', old: null, new: '夜班' }] } });
  });

  test('of an account outside the scope answers as if there were none', async () => {
    const outsider = await aUser(app, { roleId: seatRole, department: south });
    const calls = [
      [userApi.editUser, { id: outsider.id, version: 1, name: '某某某' }],
      [userApi.resetUserPassword, { id: outsider.id }],
      [userApi.updateUserStatus, { id: outsider.id, status: 'disabled' }],
      [userApi.deleteUser, { ids: [outsider.id] }],
      [userApi.unlockUser, { id: outsider.id }],
    ] as const;
    for (const [endpoint, input] of calls) {
      const missing = JSON.parse(JSON.stringify(input).replaceAll(outsider.id, '999999999')) as object;
      const [one, none] = [
        await app.tryCall(endpoint, input, manager.token),
        await app.tryCall(endpoint, missing, manager.token),
      ];
      expect([one.status, one.text], endpoint.path).toEqual([404, none.text]);
    }
  });
});

describe('nobody gives more than they have', () => {
  test.each([
    ['the administrator role', () => ({ roleIds: [adminRole] }), 'roleIds', '不能授予管理员权限'],
    ['a department outside the scope', () => ({ departmentId: south }), 'departmentId', '不在你的范围'],
  ])('%s', async (_, wrong, field, msg) => {
    const answer = await app.tryCall(userApi.addUser, fields(wrong()), manager.token);
    expect(answer).toMatchObject({ status: 400, data: { errors: [{ field }] } });
    expect(answer.msg).toContain(msg);
  });

  test('a role with a right that the giver lacks, or with a wider scope', async () => {
    const more = await aRole(app, { scope: 'self', permissions: ['customer:list'] });
    const wider = await aRole(app, { scope: 'all', permissions: [] });
    for (const [roleId, why] of [
      [more, '你没有的菜单或按钮'],
      [wider, '比你大的数据范围'],
    ]) {
      const added = await app.tryCall(userApi.addUser, fields({ roleIds: [roleId] }), manager.token);
      expect(added).toMatchObject({ status: 400, msg: `不能授予${why}` });
    }
    expect((await app.tryCall(userApi.addUser, fields(), manager.token)).code).toBe(0);
  });

  test('nor to themselves, nor over somebody who has more', async () => {
    const row = await rowOf(manager.id);
    const self = { id: manager.id, version: row.version, roleIds: [managerRole, adminRole] };
    expect((await app.tryCall(userApi.editUser, self, manager.token)).status).toBe(400);
    const above = await aUser(app, { role: 'admin', department: below });
    for (const [endpoint, input] of [
      [userApi.resetUserPassword, { id: above.id }],
      [userApi.resetUserTotp, { id: above.id }],
      [userApi.updateUserStatus, { id: above.id, status: 'disabled' }],
      [userApi.deleteUser, { ids: [above.id] }],
      [userApi.editUser, { id: above.id, version: 1, roleIds: [seatRole] }],
    ] as const) {
      expect(await app.tryCall(endpoint, input, manager.token), endpoint.path).toMatchObject({
        status: 403,
        msg: `不能管理 ${above.name}：该用户有管理员权限`,
      });
    }
  });

  test('somebody bound to projects hands on these projects, not all', async () => {
    const project = await aProject(app, north);
    const bound = await aUser(app, { roleId: managerRole, department: north, projects: [project] });
    const { id } = await app.call(userApi.addUser, fields(), bound.token);
    expect((await rowOf(id)).projectIds).toEqual([project]);
    const all = { id, version: 1, projectIds: null };
    expect(await app.tryCall(userApi.editUser, all, bound.token)).toMatchObject({ status: 400 });
  });
});

describe('the last administrator', () => {
  let only: string;
  beforeAll(async () => {
    const [row] = await app.sql<{ id: string }>(`select id::text from "user" where account = 'admin'`);
    only = row?.id ?? '';
    await app.sql(
      `update "user" set status = 'disabled' where id <> $1 and id in (select user_id from user_role where role_id = $2)`,
      [only, adminRole],
    );
  });

  test('cannot be demoted, limited in time or bound to projects, not even by themselves', async () => {
    const { version } = await rowOf(only);
    const project = await aProject(app);
    for (const change of [
      { roleIds: [seatRole] },
      { expiresAt: '2030-01-01T00:00:00.000Z' },
      { projectIds: [project] },
    ]) {
      const answer = await app.tryCall(userApi.editUser, { id: only, version, ...change }, app.admin);
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 400 });
      expect(answer.msg).toContain('最后一个可用的超级管理员');
    }
    const answer = await app.tryCall(roleApi.editRoleUser, { id: adminRole, removeUserIds: [only] }, app.admin);
    expect(answer.msg).toContain('最后一个可用的超级管理员');
  });

  test('of two who disable each other at the same moment one stays', async () => {
    const other = await aUser(app, { role: 'admin' });
    const answers = await Promise.all([
      app.tryCall(userApi.updateUserStatus, { id: only, status: 'disabled' }, other.token),
      app.tryCall(userApi.updateUserStatus, { id: other.id, status: 'disabled' }, app.admin),
    ]);
    const left = await app.sql(
      `select 1 from "user" u join user_role r on r.user_id = u.id and r.role_id = $1 where u.status = 'enabled' and u.deleted_at is null`,
      [adminRole],
    );
    expect(left.length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.code === 0).length).toBeGreaterThan(0);
    await app.sql(`update "user" set status = 'enabled' where id = $1`, [only]);
    app.admin = await app.login();
  });

  test('cannot disable or delete themselves', async () => {
    expect(await app.tryCall(userApi.updateUserStatus, { id: only, status: 'disabled' }, app.admin)).toMatchObject({
      status: 400,
      msg: '不能停用自己的账号',
    });
    expect(await app.tryCall(userApi.deleteUser, { ids: [only] }, app.admin)).toMatchObject({
      status: 400,
      msg: '不能删除自己的账号',
    });
  });
});

describe('whoever is disabled, deleted, reset or sent off', () => {
  test.each([
    ['disabled', userApi.updateUserStatus, (id: string) => ({ id, status: 'disabled' })],
    ['deleted', userApi.deleteUser, (id: string) => ({ ids: [id] })],
    ['reset', userApi.resetUserPassword, (id: string) => ({ id })],
    ['sent off', userApi.logoutUser, (id: string) => ({ id })],
  ])('%s is out at once: the next call gets 40026 and the live stream ends', async (_, endpoint, input) => {
    const user = await aUser(app, { roleId: seatRole, department: below });
    const live = await Live.open(app.url, user.token);
    await app.call(endpoint, input(user.id) as never, app.admin);
    expect(await app.tryCall(loginApi.validateToken, {}, user.token)).toMatchObject({ status: 401, code: 40026 });
    await live.waitFor('the end of the session', ({ event }) => event === 'session');
    await until('the end of the stream', () => live.ended);
  });

  test('a reset password is shown once and must be changed', async () => {
    const user = await aUser(app, { roleId: seatRole });
    const reset = await app.call(userApi.resetUserPassword, { id: user.id }, app.admin);
    expect((await app.tryCall(loginApi.accountLogin, { account: user.account, password })).code).toBe(-1);
    const token = await app.login(user.account, reset.password);
    expect(await app.call(userApi.getUserInfo, {}, token)).toMatchObject({ mustChangePassword: true });
    const rows = await app.sql('select * from cmd_log where path = $1', [userApi.resetUserPassword.path]);
    expect(JSON.stringify(rows)).not.toContain(reset.password);
  });

  test('a deleted person keeps the name in the logs and the account for good', async () => {
    const user = await aUser(app, { role: 'operator' });
    const warn = await app.call(
      warnApi.addWarn,
      { phone: '13800004321', type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
      user.token,
    );
    await app.call(warnApi.claimWarn, { id: warn.id }, user.token);
    const refused = await app.tryCall(userApi.deleteUser, { ids: [user.id] }, app.admin);
    expect(refused).toMatchObject({
      status: 409,
      msg: `${user.name} 还有 1 条处理中的告警，请先转派`,
      data: { count: 1 },
    });
    await app.call(
      closingApi.falseWarn,
      { id: warn.id, reason: 'test', confirmedBy: 'leader', note: '演练结束' },
      app.admin,
    );
    await app.call(userApi.deleteUser, { ids: [user.id] }, app.admin);
    const { steps, handlerName } = await app.call(deskApi.getWarn, { id: warn.id }, app.admin);
    expect(handlerName).toBe(user.name);
    expect(steps.find((step) => step.kind === 'claimed')?.userName).toBe(user.name);
    const late = await app.tryCall(warnApi.claimWarn, { id: warn.id }, app.admin);
    expect(late.data).toMatchObject({ handlerName: user.name });
  });

  test('the account of a deleted person is never given again', async () => {
    const input = fields();
    const { id } = await app.call(userApi.addUser, input, app.admin);
    await app.call(userApi.deleteUser, { ids: [id] }, app.admin);
    const again = await app.tryCall(userApi.addUser, fields({ account: input.account }), app.admin);
    expect(again).toMatchObject({ status: 400, msg: '账号已存在' });
    expect((await app.tryCall(userApi.editUser, { id, version: 2, name: '周晓梅' }, app.admin)).status).toBe(404);
  });

  test('a batch with one refused deletes nobody', async () => {
    const user = await aUser(app, { roleId: seatRole });
    const answer = await app.tryCall(userApi.deleteUser, { ids: [user.id, '999999999'] }, app.admin);
    expect(answer.status).toBe(404);
    expect((await rowOf(user.id)).status).toBe('enabled');
  });

  test('an account locked by wrong passwords is unlocked from every address', async () => {
    const user = await aUser(app, { roleId: seatRole });
    const wrong = { account: user.account, password: 'wrong' };
    for (let n = 0; n < 5; n++) await app.tryCall(loginApi.accountLogin, wrong, undefined, '127.0.0.41');
    expect((await rowOf(user.id)).locked).toBe(true);
    await app.call(userApi.unlockUser, { id: user.id }, app.admin);
    expect((await rowOf(user.id)).locked).toBe(false);
    const right = { account: user.account, password };
    expect((await app.tryCall(loginApi.accountLogin, right, undefined, '127.0.0.41')).code).toBe(0);
  });
});
