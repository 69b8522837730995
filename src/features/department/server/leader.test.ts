import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DepartmentTreeNode, departmentApi } from '#features/department/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, anAccount, aRole, aUser } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];

async function node(id: string): Promise<DepartmentTreeNode | undefined> {
  return (await app.call(departmentApi.getDepartmentTree, { departmentId: id }, app.admin))[0];
}

test('a department is led by an account in sight; a name without one stays as text', async () => {
  const id = await aDepartment(app);
  const [ann, ben] = [await anAccount(app, { department: id }), await anAccount(app)];
  const edit = async (leader: object, token = app.admin) =>
    app.tryCall(departmentApi.editDepartment, { id, version: (await node(id))?.version ?? 0, ...leader }, token);
  await edit({ leaderId: ann.id });
  expect(await node(id)).toMatchObject({ leaderId: ann.id, leader: ann.name });
  expect(await app.call(departmentApi.findLeader, { keyword: ann.account }, app.admin)).toMatchObject([
    { id: ann.id, name: ann.name, account: ann.account },
  ]);
  const late = await app.tryCall(departmentApi.editDepartment, { id, version: 1, leaderId: ben.id }, app.admin);
  expect(late).toMatchObject({ status: 409 });
  expect((late.data as { changes: unknown[] }).changes).toEqual([{ field: 'leaderId', old: null, new: ann.name }]);
  await edit({ leader: '外聘李主任' });
  expect(await node(id)).toMatchObject({ leaderId: null, leader: '外聘李主任' });
  await edit({ leader: ben.name });
  expect(await node(id)).toMatchObject({ leaderId: ben.id, leader: ben.name });
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['department:list', 'department:edit'] });
  const local = await aUser(app, { roleId, department: id });
  // An account outside the scope cannot be chosen or found, but stays as a leader that another user has set.
  expect((await edit({ leaderId: ben.id, phone: '12349' }, local.token)).code).toBe(0);
  await edit({ leaderId: null });
  expect(await node(id)).toMatchObject({ leaderId: null, leader: null });
  expect(errorOf(await edit({ leaderId: ben.id }, local.token))).toMatchObject({ field: 'leaderId' });
  expect(await app.call(departmentApi.findLeader, { keyword: ben.account }, local.token)).toEqual([]);
});

test('a deleted account leads nothing any more', async () => {
  const deletedUser = await anAccount(app);
  const id = await aDepartment(app);
  await app.call(departmentApi.editDepartment, { id, version: 1, leaderId: deletedUser.id }, app.admin);
  await app.call(userApi.deleteUser, { ids: [deletedUser.id] }, app.admin);
  expect(await node(id)).toMatchObject({ leaderId: null, leader: null });
});
