import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import { fieldApi } from '#shared/contract/field.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('an export holds the accounts that the filters select, in scope, for whoever may export', async () => {
  const north = await aDepartment(app);
  const below = await aDepartment(app, north);
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['user:list', 'user:export'] });
  const exporter = await aUser(app, { roleId, department: below });
  const reader = await aUser(app, {
    roleId: await aRole(app, { scope: 'all', permissions: ['user:list'] }),
    department: north,
  });
  const unmasked = await app.call(userApi.exportUser, { filters: { departmentId: north } }, app.admin);
  expect(unmasked).toMatchObject({ count: 2, jobId: null, fileId: expect.any(String) });
  expect((await app.call(userApi.exportUser, {}, exporter.token)).count).toBe(1);
  expect((await app.tryCall(userApi.exportUser, {}, reader.token)).status).toBe(403);
});

test('the list masks phone and mailbox; in clear they are had one by one, and each look is in the command log', async () => {
  const contact = { mobile: '13812345678', email: 'zhou@example.com' };
  const input = {
    account: 'masked-one',
    name: '周晓梅',
    departmentId: await aDepartment(app),
    roleIds: [await aRole(app, { scope: 'self', permissions: [] })],
  };
  const { id } = await app.call(userApi.addUser, { ...input, ...contact }, app.admin);
  const { rows } = await app.list(userApi.getUserList, { keyword: 'masked-one' }, app.admin);
  expect(rows).toMatchObject([{ mobile: '138****5678', email: 'z***@example.com' }]);
  const look = (field: string) =>
    app.call(fieldApi.revealField, { object: 'user', id, field, reason: '核对' }, app.admin);
  expect(await look('mobile')).toEqual({ value: contact.mobile });
  expect(await look('email')).toEqual({ value: contact.email });
  expect(await app.call(userApi.getUser, { id }, app.admin)).toMatchObject(contact);
  const looks = await app.sql<{ action: string }>(
    `select action from cmd_log where object_type = 'user' and object_id = $1 and action <> 'addUser' order by id`,
    [id],
  );
  expect(looks.map(({ action }) => action)).toEqual(['revealField', 'revealField', 'getUser']);
});

test('whoever may not see the list of accounts has no phone of one in clear', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['pii:reveal'] });
  const [{ token }, other] = [await aUser(app, { roleId }), await aUser(app)];
  const answer = await app.tryCall(fieldApi.revealField, { object: 'user', id: other.id, field: 'mobile' }, token);
  expect(answer.status).toBe(404);
});
