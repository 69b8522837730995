import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aRole, aUser, password } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('further departments of an account', () => {
  test('count for the scopes of its department, in lists and in the tree, and may not lie beyond one’s own', async () => {
    const [own, other, foreign] = [await aDepartment(app), await aDepartment(app), await aDepartment(app)];
    const roleId = await aRole(app, { scope: 'department', rights: ['user:list', 'user:add', 'user:edit'] });
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
});
