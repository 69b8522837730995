import { afterAll, beforeAll, expect, test } from 'vitest';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser } from '#server/testing/rows.ts';
import { searchApi } from '#shared/search.ts';

let app: TestApp;
let customer: string;
beforeAll(async () => {
  app = await startApp();
  customer = await aCustomer(app, { name: '欧阳德福', idNo: '110101193801010075', mobile: '13812349911' });
});
afterAll(() => app.stop());

const search = (keyword: string, token = app.admin) => app.call(searchApi.searchAll, { keyword }, token);

test.each(['欧阳', '德福', 'oydf', 'ouyang', '9911', '0075'])('a person is found by %s', async (keyword) => {
  const hits = await search(keyword);
  expect(hits).toContainEqual(expect.objectContaining({ kind: 'customer', id: customer }));
  expect(JSON.stringify(hits)).not.toContain('13812349911');
});

test('screens, devices and open alarms are found', async () => {
  const device = await aDevice(app, { customer });
  const warn = await app.call(
    warnApi.addWarn,
    { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
    app.admin,
  );
  expect(await search('命令')).toContainEqual(expect.objectContaining({ kind: 'screen', url: '/system/cmd_log' }));
  expect(await search(device.sn)).toContainEqual(expect.objectContaining({ kind: 'equipment', id: device.id }));
  expect(await search('欧阳')).toContainEqual(expect.objectContaining({ kind: 'warn', id: warn.id }));
});

test.each(['周大海', 'zdh', 'zhouda', '6677', '海'])('a colleague is found by %s', async (keyword) => {
  const user = await aUser(app);
  await app.sql(
    `update "user" set name = '周大海', pinyin = 'zhou da hai', initials = 'zdh', mobile = '13500006677' where id = $1`,
    [user.id],
  );
  expect(await search(keyword)).toContainEqual(expect.objectContaining({ kind: 'user', id: user.id }));
  await app.sql('update "user" set deleted_at = now() where id = $1', [user.id]);
});

test('who may look people up finds them without the list of people, by the way to their alarms', async () => {
  const rights = ['warn:list', 'warn:add'];
  const operator = await aUser(app, { roleId: await aRole(app, { scope: 'all', rights }) });
  const [hit] = (await search('欧阳', operator.token)).filter(({ kind }) => kind === 'customer');
  expect(hit).toMatchObject({
    id: customer,
    url: `/warn/sos?tab=all&view=list&customerId=${customer}`,
  });
  expect(hit?.subtitle).not.toContain('13812349911');
});

test('nothing outside the rights or the scope is found', async () => {
  const inside = await aDepartment(app);
  const rights = ['customer:list', 'warn:list', 'equipment:list'];
  const narrow = await aUser(app, { roleId: await aRole(app, { scope: 'department', rights }), department: inside });
  expect((await search('欧阳', narrow.token)).filter((hit) => hit.kind !== 'screen')).toEqual([]);
  const bare = await aUser(app, { roleId: await aRole(app, { scope: 'all', rights: [] }) });
  expect((await search('欧阳', bare.token)).length).toBe(0);
});
