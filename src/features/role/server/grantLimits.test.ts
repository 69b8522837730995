import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectApi } from '#features/project/contract.ts';
import { roleApi } from '#features/role/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { exceedingGrant, grantsOf, permissionVersion } from '#server/auth/permission.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aProject, aRole, aUser, next, password, type TestUser } from '#server/testing/rows.ts';

const managing = [
  'user:list',
  'user:add',
  'user:edit',
  'user:status',
  'role:list',
  'role:add',
  'role:edit',
  'role:user',
];
const extra = ['warn:list', 'warn:claim', 'customer:list', 'equipment:list'];

let app: TestApp;
let manager: TestUser;
let departments: string[];
let projects: string[];
let menus: string[];
let roles: string[];

beforeAll(async () => {
  app = await startApp();
  const north = await aDepartment(app);
  departments = [north, await aDepartment(app, north), await aDepartment(app)];
  projects = [await aProject(app), await aProject(app)];
  const rows = await app.sql<{ id: string }>(
    'select id::text from menu where permission = any($1) order by permission',
    [[...managing, ...extra]],
  );
  menus = rows.map((row) => row.id);
  const own = await aRole(app, { scope: 'department_below', permissions: [...managing, 'warn:list'] });
  manager = await aUser(app, { roleId: own, department: north, projects: projects.slice(0, 1) });
  const [admin] = await app.sql<{ id: string }>(`select id::text from role where key = 'admin'`);
  roles = [
    own,
    admin?.id ?? '',
    await aRole(app, { scope: 'self', permissions: ['warn:list'] }),
    await aRole(app, { scope: 'all', permissions: [] }),
    await aRole(app, { scope: 'department', permissions: ['customer:list'] }),
    await aRole(app, { scope: 'custom', permissions: [], departments: departments.slice(2) }),
  ];
});
afterAll(() => app.stop());

/** Returns the current permissions of all users, by user id. */
async function allGrants() {
  const users = await app.sql<{ id: string; department_id: string; project_ids: string[] | null }>(
    `select id::text, department_id::text, project_ids::text[] from "user" where deleted_at is null`,
  );
  const version = await permissionVersion();
  const entries = users.map(async (user) => {
    const who = { id: user.id, departmentId: user.department_id, projectIds: user.project_ids };
    return [user.id, await grantsOf(who, version)] as const;
  });
  return new Map(await Promise.all(entries));
}

const some = (list: () => string[]) =>
  fc
    .array(fc.nat(20), { maxLength: 3 })
    .map((picks) => [...new Set(picks.map((pick) => list()[pick % list().length] ?? ''))]);

/** Any management action, allowed or not, that the manager may try. */
const actArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant('addUser' as const),
    department: fc.nat(2),
    roles: some(() => roles),
    projects: fc.option(some(() => projects)),
  }),
  fc.record({
    kind: fc.constant('editUser' as const),
    user: fc.nat(9),
    department: fc.option(fc.nat(2)),
    roles: fc.option(some(() => roles)),
  }),
  fc.record({
    kind: fc.constant('addRole' as const),
    menus: some(() => menus),
    scope: fc.constantFrom('all', 'custom', 'department', 'department_below', 'self'),
    departments: some(() => departments),
  }),
  fc.record({
    kind: fc.constant('editRole' as const),
    role: fc.nat(9),
    menus: some(() => menus),
    scope: fc.constantFrom('all', 'custom', 'department', 'department_below', 'self'),
    departments: some(() => departments),
  }),
  fc.record({ kind: fc.constant('editRoleUser' as const), role: fc.nat(9), user: fc.nat(9) }),
);
type Act = typeof actArbitrary extends fc.Arbitrary<infer A> ? A : never;

async function perform(act: Act): Promise<void> {
  const users =
    (await app.sql<{ id: string; version: number }>(
      `select id::text, version from "user" order by id desc limit 10`,
    )) ?? [];
  const user = 'user' in act ? users[act.user % users.length] : undefined;
  const role = 'role' in act ? roles[act.role % roles.length] : undefined;
  const tried = (endpoint: Parameters<TestApp['tryCall']>[0], input: unknown) =>
    app.tryCall(endpoint, input, manager.token);
  switch (act.kind) {
    case 'addUser':
      await tried(userApi.addUser, {
        ...{ account: `prop-${next()}`, name: '试验员', mobile: '13800000000', password, roleIds: act.roles },
        ...{ departmentId: departments[act.department] ?? '', ...(act.projects ? { projectIds: act.projects } : {}) },
      });
      return;
    case 'editUser':
      await tried(userApi.editUser, {
        ...{ id: user?.id, version: user?.version },
        ...(act.department === null ? {} : { departmentId: departments[act.department] }),
        ...(act.roles === null ? {} : { roleIds: act.roles }),
      });
      return;
    case 'addRole': {
      const input = {
        name: '试验',
        key: `prop_${next()}`,
        dataScope: act.scope,
        departmentIds: act.departments,
        menuIds: act.menus,
      };
      const answer = await tried(roleApi.addRole, input);
      if (answer.code === 0) roles.push((answer.data as { id: string }).id);
      return;
    }
    case 'editRole': {
      const [row] = await app.sql<{ version: number }>('select version from role where id = $1', [role]);
      await tried(roleApi.editRole, {
        id: role,
        version: row?.version,
        dataScope: act.scope,
        departmentIds: act.departments,
        menuIds: act.menus,
      });
      return;
    }
    case 'editRoleUser':
      await tried(roleApi.editRoleUser, { id: role, addUserIds: [user?.id] });
  }
}

test('whatever a manager tries, in whatever order, nobody comes to have more than the manager by it', async () => {
  const mine = (await allGrants()).get(manager.id);
  if (!mine) throw new Error('no manager');
  await fc.assert(
    fc.asyncProperty(fc.array(actArbitrary, { minLength: 1, maxLength: 6 }), async (acts) => {
      const before = await allGrants();
      for (const one of acts) await perform(one);
      const after = await allGrants();
      for (const [id, grants] of after) {
        const had = before.get(id);
        const unchanged = had && exceedingGrant(had, grants) === null;
        expect(unchanged ? null : exceedingGrant(mine, grants)).toBeNull();
      }
      expect(exceedingGrant(mine, after.get(manager.id) ?? mine)).toBeNull();
    }),
    { numRuns: 12, interruptAfterTimeLimit: 40_000 },
  );
});

test('nobody gives a right whose module is off, nor has it given by enabling the module', async () => {
  const department = await aDepartment(app);
  const project = await aProject(app, department);
  const setModules = async (modules: string[], token = app.admin) => {
    const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [project]);
    return app.tryCall(projectApi.editProjectConfig, { id: project, version: row?.version ?? 0, modules }, token);
  };
  expect((await setModules(['statistics'])).code).toBe(0);
  const place = { department, projects: [project] };
  const rights = [...managing, 'user:password', 'project:list', 'project:config'];
  const roleId = await aRole(app, { scope: 'department_below', permissions: rights });
  const delegate = await aUser(app, { roleId, ...place });
  const pushing = await aRole(app, { scope: 'self', permissions: ['push:log', 'push:edit'] });
  const account = () => ({ account: `module-${next()}`, name: '试验员', mobile: '13800000000', password });
  const given = (roleIds: string[]) =>
    app.tryCall(
      userApi.addUser,
      { ...account(), departmentId: department, projectIds: [project], roleIds },
      delegate.token,
    );
  const refused = { status: 400, data: { errors: [{ rule: 'grant' }] } };
  const [one] = await Promise.all([given([pushing]), setModules(['statistics', 'push'], delegate.token)]);
  expect(one).toMatchObject(refused);
  expect((await setModules(['statistics'])).code).toBe(0);
  const own = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: [] }), ...place });
  expect(await app.tryCall(roleApi.editRoleUser, { id: pushing, addUserIds: [own.id] }, delegate.token)).toMatchObject(
    refused,
  );
  const holder = await aUser(app, { roleId: pushing, ...place });
  expect(await app.tryCall(userApi.resetUserPassword, { id: holder.id }, delegate.token)).toMatchObject({
    status: 403,
    msg: `不能管理 ${holder.name}：该用户有你没有的菜单或按钮`,
  });
  expect(await setModules(['statistics', 'push'], delegate.token)).toMatchObject({
    status: 400,
    data: { errors: [{ field: 'modules', rule: 'grant' }] },
  });
  expect((await setModules(['statistics', 'sleep'], delegate.token)).code).toBe(0);
  expect((await setModules([], delegate.token)).code).toBe(0);

  // A user can grant their own permission while its module is off.
  const ownPushing = await aRole(app, { scope: 'department_below', permissions: [...rights, 'push:log', 'push:edit'] });
  const able = await aUser(app, { roleId: ownPushing, ...place });
  expect((await app.tryCall(roleApi.editRoleUser, { id: pushing, addUserIds: [own.id] }, able.token)).code).toBe(0);
  expect((await setModules(['push'], able.token)).code).toBe(0);
});

test('a right or a place more is beyond, one less is not', () => {
  const keysArbitrary = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  const grants = fc.record({
    permissions: keysArbitrary.map((list) => new Set(list)),
    endpoints: fc.option(keysArbitrary.map((list) => new Set(list))),
    scope: fc.record({
      kind: fc.constant('custom' as const),
      departments: fc.option(keysArbitrary),
      projects: fc.option(keysArbitrary),
    }),
  });
  fc.assert(fc.property(grants, (one) => exceedingGrant(one, one) === null));
  fc.assert(
    fc.property(grants, grants, grants, (a, b, c) => {
      // Transitive: whatever is within b is also within all that b is within.
      if (exceedingGrant(a, b) === null && exceedingGrant(b, c) === null && b.endpoints !== null)
        expect(exceedingGrant(a, c)).toBeNull();
    }),
  );
  fc.assert(
    fc.property(grants, (one) => {
      const more = { ...one, endpoints: new Set([...(one.endpoints ?? []), 'z']) };
      expect(exceedingGrant(one, more) === null).toBe(one.endpoints === null);
      expect(exceedingGrant(one, { ...one, scope: { ...one.scope, departments: null } }) === null).toBe(
        one.scope.departments === null,
      );
    }),
  );
});
