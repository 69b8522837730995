import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser } from '#server/testing/rows.ts';
import { searchApi } from '#shared/contract/search.ts';

let app: TestApp;
let customer: string;
beforeAll(async () => {
  app = await startApp();
  const contacts = [
    { name: '陈小敏', relation: 'daughter', mobile: '13900004402', phone: '0570-8804402', order: 1, isEmergency: true },
  ];
  const numbers = { idNo: '110101193801010075', mobile: '13812349911', phone: '0570-5559911' };
  customer = await aCustomer(app, { name: '欧阳德福', ...numbers, contacts });
});
afterAll(() => app.stop());

const search = (keyword: string, token = app.admin) => app.call(searchApi.searchAll, { keyword }, token);

test.each(['欧阳', '德福', 'oydf', 'ouyang', '9911', '0075'])('a person is found by %s', async (keyword) => {
  const hits = await search(keyword);
  expect(hits).toContainEqual(expect.objectContaining({ kind: 'customer', id: customer }));
  expect(JSON.stringify(hits)).not.toContain('13812349911');
});

test.each<[string, (no: string) => string]>([
  ['the number on the card', (no) => no],
  ['the number on the card in small letters', (no) => no.toLowerCase()],
  ['the number on the card as a Chinese keyboard writes it', (no) => no.replace('KH', 'ＫＨ')],
  ['the whole ID number', () => '110101193801010075'],
  ['the whole ID number with spaces', () => '110101 19380101 0075'],
  ['a phone with spaces', () => '138 1234 9911'],
  ['a phone with hyphens', () => '138-1234-9911'],
  ['a phone with +86', () => '+86 138 1234 9911'],
  ['a phone with 86 before it', () => '8613812349911'],
  ['a landline without its hyphen', () => '05705559911'],
  ['a landline as the product writes it', () => '0570-555 9911'],
])('a person is found by %s', async (_, of) => {
  const [row] = await app.sql<{ no: string }>('select no from customer where id = $1', [customer]);
  const hits = (await search(of(row?.no ?? ''))).filter(({ kind }) => kind === 'customer');
  expect(hits.map(({ id }) => id)).toEqual([customer]);
});

test.each(['陈小敏', '陈小', '13900004402', '139 0000 4402', '0570-8804402'])(
  'a person is found by a contact: %s, who is named as one and without the number',
  async (keyword) => {
    const hit = (await search(keyword)).find(({ id }) => id === customer);
    expect(hit?.subtitle).toContain('联系人 陈小敏（女儿）');
    const list = await app.list(customerApi.getCustomerList, { keyword }, app.admin);
    expect(list.rows.map(({ id, foundContact }) => [id, foundContact])).toEqual([
      [customer, { name: '陈小敏', relation: 'daughter' }],
    ]);
    expect(list.count).toBe(1);
    expect(JSON.stringify([hit, list.rows])).not.toContain('4402');
  },
);

test('the last four of a contact, one sign of the name and a number that is nobody’s find nobody', async () => {
  for (const keyword of ['4402', '13900004403', '110101193801010076', 'KH999999'])
    expect((await search(keyword)).filter(({ kind }) => kind === 'customer')).toEqual([]);
});

test('the number of the ID card is found by its last four with an X as well', async () => {
  const id = await aCustomer(app, { name: '宗政阿婆', idNo: '11010119380101018X' });
  for (const keyword of ['018x', '018X'])
    expect(await search(keyword)).toContainEqual(expect.objectContaining({ kind: 'customer', id }));
});

test('what was searched for stands in no log of commands', async () => {
  await search('13812349911');
  await search('110101193801010075');
  const logged = await app.sql('select * from cmd_log');
  expect(JSON.stringify(logged)).not.toMatch(/13812349911|110101193801010075/);
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
  const permissionKeys = ['warn:list', 'warn:add'];
  const operator = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: permissionKeys }) });
  const [hit] = (await search('欧阳', operator.token)).filter(({ kind }) => kind === 'customer');
  expect(hit).toMatchObject({
    id: customer,
    url: `/warn/sos?tab=all&view=list&customerId=${customer}`,
  });
  expect(hit?.subtitle).not.toContain('13812349911');
});

test('nothing outside the rights or the scope is found', async () => {
  const inside = await aDepartment(app);
  const permissionKeys = ['customer:list', 'warn:list', 'equipment:list'];
  const narrow = await aUser(app, {
    roleId: await aRole(app, { scope: 'department', permissions: permissionKeys }),
    department: inside,
  });
  for (const keyword of ['欧阳', '13812349911', '110101193801010075', '陈小敏', '13900004402'])
    expect((await search(keyword, narrow.token)).filter((hit) => hit.kind !== 'screen')).toEqual([]);
  const bare = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: [] }) });
  expect((await search('欧阳', bare.token)).length).toBe(0);
});
