import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aProject, aRole, aUser, password } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('further departments of an account', () => {
  test('count for the scopes of its department, in lists and in the tree, and may not lie beyond one’s own', async () => {
    const [own, other, foreign] = [await aDepartment(app), await aDepartment(app), await aDepartment(app)];
    const roleId = await aRole(app, { scope: 'department', permissions: ['user:list', 'user:add', 'user:edit'] });
    const added = await app.call(
      userApi.addUser,
      {
        account: 'twohomes',
        name: '双岗',
        mobile: '13800001111',
        departmentId: own,
        extraDepartmentIds: [other],
        roleIds: [roleId],
        password,
      },
      app.admin,
    );
    await app.sql('update "user" set must_change_password = false where id = $1', [added.id]);
    const someone = await aUser(app, { roleId, department: other });
    const token = await app.login('twohomes', password);
    const seen = async () => (await app.list(userApi.getUserList, { limit: 200 }, token)).rows.map((row) => row.id);
    expect((await seen()).toSorted()).toEqual([added.id, someone.id].toSorted());
    const { rows } = await app.list(userApi.getUserList, { departmentId: other }, app.admin);
    expect(rows.map((row) => row.id).toSorted()).toEqual([added.id, someone.id].toSorted());
    const beyondOwn = { departmentId: other, extraDepartmentIds: [foreign], roleIds: [roleId] };
    expect(
      await app.tryCall(
        userApi.addUser,
        { account: 'further', name: '越界', mobile: '13800001112', ...beyondOwn },
        token,
      ),
    ).toMatchObject({ status: 400, data: { errors: [{ field: 'extraDepartmentIds' }] } });

    const [row] = rows.filter(({ id }) => id === added.id);
    const edited = { id: added.id, version: row?.version ?? 0, extraDepartmentIds: [] };
    await app.call(userApi.editUser, edited, app.admin);
    expect(await seen()).toEqual([added.id]);
    expect(await app.tryCall(userApi.editUser, { ...edited, name: '双岗改' }, app.admin)).toMatchObject({
      status: 409,
      data: { changes: [{ field: 'extraDepartmentIds', new: null }] },
    });
  });

  test('outside the reader’s scope are counted, not named, and an edit leaves them as they are', async () => {
    const [own, sibling, foreign] = [await aDepartment(app), await aDepartment(app), await aDepartment(app)];
    const roleId = await aRole(app, {
      scope: 'custom',
      permissions: ['user:list', 'user:edit', 'user:export'],
      departments: [own, sibling],
    });
    const manager = await aUser(app, { roleId, department: own });
    const user = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: [] }), department: own });
    await app.call(userApi.editUser, { id: user.id, version: 1, extraDepartmentIds: [foreign] }, app.admin);
    const read = () => app.call(userApi.getUser, { id: user.id }, manager.token);
    expect(await read()).toMatchObject({ extraDepartments: [], otherDepartments: 1 });
    expect((await app.list(userApi.getUserList, { departmentId: foreign }, manager.token)).rows).toEqual([]);
    const change = { id: user.id, version: 2, extraDepartmentIds: [sibling], post: '护理' };
    await app.call(userApi.editUser, change, manager.token);
    expect(await read()).toMatchObject({ extraDepartments: [{ id: sibling }], otherDepartments: 1 });
    const { fileId } = await app.call(userApi.exportUser, {}, manager.token);
    const sheet = JSON.stringify(await downloadRows(app, fileId ?? '', manager.token));
    expect(sheet).toContain('另有 1 个');
    await app.call(userApi.editUser, { id: user.id, version: 3, extraDepartmentIds: [] }, manager.token);
    const remaining = await app.call(userApi.getUser, { id: user.id }, app.admin);
    expect(remaining.extraDepartments).toMatchObject([{ id: foreign }]);
    await app.call(userApi.editUser, { id: user.id, version: 4, extraDepartmentIds: [] }, app.admin);
    expect(await app.tryCall(userApi.editUser, { ...change, version: 4 }, manager.token)).toMatchObject({
      status: 409,
      data: { changes: [{ field: 'extraDepartmentIds', old: '另有 1 个', new: null }] },
    });
  });
});

test('projects of an account outside the reader’s scope are counted, not named, and an edit leaves them as they are', async () => {
  const [own, foreign] = [await aDepartment(app), await aDepartment(app)];
  const [here, sibling, there] = [await aProject(app, own), await aProject(app, own), await aProject(app, foreign)];
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['user:list', 'user:edit'] });
  const manager = await aUser(app, { roleId, department: own });
  const user = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: [] }), department: own });
  const { id } = user;
  await app.call(userApi.editUser, { id, version: 1, projectIds: [here, there] }, app.admin);
  const read = (token: string) => app.call(userApi.getUser, { id }, token);
  expect(await read(manager.token)).toMatchObject({ projectIds: [here], otherProjects: 1 });
  expect(await read(app.admin)).toMatchObject({ projectIds: [here, there], otherProjects: 0 });
  const edit = (input: object, token = manager.token) => app.tryCall(userApi.editUser, { id, ...input }, token);
  expect((await edit({ version: 2, projectIds: [here, sibling], post: '护理' })).code).toBe(0);
  expect((await read(app.admin)).projectIds?.toSorted()).toEqual([here, sibling, there].toSorted());
  expect((await edit({ version: 3, projectIds: null })).code).toBe(0);
  expect(await read(app.admin)).toMatchObject({ projectIds: [there] });
  const outsideProject = await aProject(app, foreign);
  expect((await edit({ version: 4, projectIds: [outsideProject] })).status).toBe(400);
  expect((await edit({ version: 4, projectIds: [there, here, outsideProject] }, app.admin)).code).toBe(0);
  expect(await edit({ version: 4, post: '护理' })).toMatchObject({
    status: 409,
    data: { changes: [{ field: 'projectIds', old: [], new: [expect.anything()] }] },
  });
});

test('the department tree says which departments are disabled, for forms offer them to nobody new', async () => {
  const top = await aDepartment(app);
  const [old, open] = [await aDepartment(app, top), await aDepartment(app, top)];
  await app.sql(`update department set status = 'disabled' where id = $1`, [old]);
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['user:list'] });
  const { token } = await aUser(app, { roleId, department: top });
  const [root] = await app.call(userApi.getUserDepartmentTree, {}, token);
  expect(root?.children.map(({ id, status }) => [id, status])).toEqual([
    [old, 'disabled'],
    [open, 'enabled'],
  ]);
});
