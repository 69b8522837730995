import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aRole, aUser } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('an export holds the accounts that the filters select, in scope, for whoever may export', async () => {
  const north = await aDepartment(app);
  const below = await aDepartment(app, north);
  const roleId = await aRole(app, { scope: 'department_below', rights: ['user:list', 'user:export'] });
  const exporter = await aUser(app, { roleId, department: below });
  const reader = await aUser(app, {
    roleId: await aRole(app, { scope: 'all', rights: ['user:list'] }),
    department: north,
  });
  const whole = await app.call(userApi.exportUser, { filters: { departmentId: north } }, app.admin);
  expect(whole).toMatchObject({ count: 2, jobId: null, fileId: expect.any(String) });
  expect((await app.call(userApi.exportUser, {}, exporter.token)).count).toBe(1);
  expect((await app.tryCall(userApi.exportUser, {}, reader.token)).status).toBe(403);
});
