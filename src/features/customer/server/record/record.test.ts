import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { encryptHealth } from '#features/customer/server/service.ts';
import { customerCardApi } from '#features/customerCard/contract.ts';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aBed, aCustomer, aDepartment, aProject, aRole, aUser } from '#server/testing/rows.ts';
import { checkCharacter } from '#shared/idCard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const digits = '11010119450628123';
const idNo = digits + checkCharacter(digits);

const contacts = [
  { name: '陈敏', relation: 'daughter', mobile: '13800000002', order: 2, isEmergency: true },
  { name: '陈明', relation: 'son', mobile: '13800000001', phone: '0570-5551234', order: 1, hasKey: true },
];

const record = (id: string, token: string) => app.call(customerApi.getCustomer, { id }, token);

/** Creates a user with these permissions and access to all customers. */
async function viewer(...permissions: string[]) {
  const roleId = await aRole(app, { scope: 'all', permissions: ['customer:list', ...permissions] });
  return (await aUser(app, { roleId })).token;
}

test('a record has identity, home, contacts in calling order, service and health, and its look is entered in the command log', async () => {
  const id = await aCustomer(app, {
    ...{ name: '陈桂珍', idNo, mobile: '13800005678', phone: '0570-5550001', livingState: 'alone' },
    ...{ regionCode: '330802', street: '望湖街道', community: '柳岸新村', address: '9幢602', addressNote: '6楼无电梯' },
    ...{ entryNote: '门锁密码 2580', lat: 28.9, lng: 118.8, abilityLevel: 2, contacts },
    ...{ allergies: ['青霉素（皮疹）'], medicines: ['氨氯地平 5mg'], flags: ['听力差'], hospital: '柯城人民医院' },
  });
  const fullRecord = await record(id, app.admin);
  expect(fullRecord).toMatchObject({
    ...{ id, name: '陈桂珍', gender: 1, birthDate: '1945-06-28', idType: 'id_card' },
    idNo: `110101********${idNo.slice(-4)}`,
    ...{ mobile: '13800005678', phone: '0570-5550001', regionName: '浙江省衢州市柯城区', addressNote: '6楼无电梯' },
    ...{ hasEntryNote: true, entryNote: null, lat: 28.9, lng: 118.8, serviceState: 'active', version: 1 },
    contacts: [
      { name: '陈明', mobile: '13800000001', phone: '0570-5551234', hasKey: true, isEmergency: false },
      { name: '陈敏', mobile: '13800000002', isEmergency: true },
    ],
    redFlags: ['独居', '听力差', '青霉素过敏'],
    health: { allergies: ['青霉素（皮疹）'], medicines: ['氨氯地平 5mg'], hospital: '柯城人民医院' },
  });
  expect(JSON.stringify(fullRecord)).not.toContain('2580');
  const looks = await app.sql('select action from cmd_log where object_id = $1 and action = $2', [id, 'getCustomer']);
  expect(looks).toHaveLength(1);
});

test('numbers stand behind their masks without the right to look behind them, and health is told to those who may see it', async () => {
  const id = await aCustomer(app, {
    ...{ name: '单秋菊', mobile: '13800005678', livingState: 'alone', contacts, flags: ['心脏病史'] },
    medicines: ['阿司匹林'],
  });
  expect(await record(id, await viewer())).toMatchObject({
    mobile: '138****5678',
    contacts: [{ mobile: '138****0001', phone: '0570-****1234' }, { mobile: '138****0002' }],
    redFlags: ['独居'],
    health: null,
  });
  for (const permission of ['archive:list', 'customer:health'])
    expect(await record(id, await viewer(permission))).toMatchObject({
      redFlags: ['独居', '心脏病史'],
      health: { medicines: ['阿司匹林'] },
    });
});

test('whoever has the alarm of somebody in hand sees the numbers, the way in and health without a further look', async () => {
  const id = await aCustomer(app, { mobile: '13800005678', entryNote: '钥匙在邻居家', medicines: ['华法林'] });
  const token = await viewer('warn:list', 'warn:add', 'warn:claim');
  const raised = { customerId: id, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' };
  const { data } = await app.ask({ path: '/api/warn/addWarn', body: raised, token });
  expect(await record(id, token)).toMatchObject({ mobile: '138****5678', entryNote: null });
  await app.ask({ path: '/api/warn/claimWarn', body: { id: (data as { id: string }).id }, token });
  expect(await record(id, token)).toMatchObject({
    ...{ mobile: '13800005678', entryNote: '钥匙在邻居家', openWarnCount: 1 },
    health: { medicines: ['华法林'] },
  });
});

test('nobody is found where there is nobody', async () => {
  expect(await app.tryCall(customerApi.getCustomer, { id: '999999999' }, app.admin)).toMatchObject({
    status: 404,
    msg: '客户不存在或不在你的范围',
  });
});

test('the way in is read by a look behind its mask', async () => {
  const id = await aCustomer(app, { entryNote: '门锁密码 2580' });
  const body = { object: 'customer', id, field: 'entryNote', reason: '上门核对' };
  expect(await app.ask({ path: '/api/field/revealField', body, token: app.admin })).toMatchObject({
    data: { value: '门锁密码 2580' },
  });
});

const history = (id: string, token: string, input: object = {}) =>
  app.list(customerHistoryApi.getCustomerHistory, { id, ...input }, token);

test('the history tells who changed what in words, contacts and places included, the newest first and in pages', async () => {
  const [from, to] = [await aDepartment(app), await aDepartment(app)];
  const names = await app.sql<{ id: string; name: string }>(
    'select id::text, name from department where id = any($1)',
    [[from, to]],
  );
  const name = (id: string) => names.find((entry) => entry.id === id)?.name ?? '';
  const id = await aCustomer(app, {
    ...{ name: '冯长根', department: from, contacts: contacts.slice(0, 1), consent: [] },
  });
  await app.call(customerApi.editCustomerTag, { ids: [id], add: ['key_care'] }, app.admin);
  await app.call(customerApi.moveCustomer, { ids: [id], departmentId: to, reason: '换片区' }, app.admin);
  await app.sql(`update customer_contact set mobile = '13800000009', relation = 'son' where customer_id = $1`, [id]);
  await app.sql('update customer_contact set deleted_at = now() where customer_id = $1', [id]);
  const { rows, count } = await history(id, app.admin);
  expect(rows.map(({ section, userName, changes }) => [section, userName, changes])).toEqual([
    ['联系人', null, [{ field: 'contacts', label: '移除联系人', old: '陈敏（儿子）', new: null }]],
    [
      ...['联系人', null],
      [
        { field: 'mobile', label: '陈敏 · 手机号', old: '138****0002', new: '138****0009' },
        { field: 'relation', label: '陈敏 · 关系', old: '女儿', new: '儿子' },
      ],
    ],
    ['服务', '管理员', [{ field: 'departmentId', label: '部门', old: name(from), new: name(to) }]],
    ['服务', '管理员', [{ field: 'tag', label: '标签', old: null, new: '重点关注' }]],
    ['联系人', '管理员', [{ field: 'contacts', label: '新增联系人', old: null, new: '陈敏（儿子）' }]],
    ['建档', '管理员', [{ field: 'name', label: '姓名', old: null, new: '冯长根' }]],
  ]);
  expect(count).toBe(6);
  const second = await history(id, app.admin, { page: 2, limit: 4 });
  expect(second.rows).toEqual(rows.slice(4));

  const roleId = await aRole(app, { scope: 'department', permissions: ['customer:list'] });
  const near = await aUser(app, { roleId, department: to });
  const seen = (await history(id, near.token)).rows.flatMap(({ changes }) => changes);
  expect(seen).toContainEqual({ field: 'departmentId', label: '部门', old: '其他部门', new: name(to) });
  const far = await aUser(app, { roleId, department: from });
  expect(await app.tryCall(customerHistoryApi.getCustomerHistory, { id }, far.token)).toMatchObject({ status: 404 });
});

test('a history that is longer than is told says so with the last of it', async () => {
  const id = await aCustomer(app);
  await app.sql(`
    do $$ begin for n in 1..2000 loop update customer set community = n::text where id = ${id}; end loop; end $$`);
  const { rows, count } = await history(id, app.admin, { page: 200, limit: 10 });
  expect([count, rows.length, rows.map(({ capped }) => capped ?? false)]).toEqual([
    ...[2000, 10],
    [...Array<boolean>(9).fill(false), true],
  ]);
});

test('of health the history tells the parts that differ to those who may see health, and to others that it was changed', async () => {
  const id = await aCustomer(app, { allergies: ['青霉素'], medicines: ['阿司匹林'] });
  const summary = encryptHealth({ allergies: ['青霉素', '头孢'], medicines: ['阿司匹林'], bloodType: 'A' });
  await app.sql('update customer set health_cipher = $2 where id = $1', [id, summary]);
  const newest = async (token: string) => (await history(id, token)).rows[0];
  expect(await newest(await viewer('archive:list'))).toMatchObject({
    section: '健康',
    changes: [
      { label: '过敏', old: '青霉素', new: '青霉素、头孢' },
      { label: '血型', old: null, new: 'A型' },
    ],
  });
  const changed = await newest(await viewer());
  expect(changed?.changes).toEqual([{ field: 'health', label: '健康信息', old: null, new: '已修改' }]);
  const [stored] = await app.sql<{ text: string }>(
    'select row_to_json(c)::text as text from customer_health_change c where customer_id = $1',
    [id],
  );
  expect(stored?.text).not.toContain('青霉素');
});

test('cards hold what is meant for paper: contacts and allergies on the one, risks and no illness on the other', async () => {
  const project = await aProject(app);
  await app.sql(`update project set hotline = '0570-12349', screen_title = '柯城守护' where id = $1`, [project]);
  const first = await aCustomer(app, {
    ...{ name: '周慧芳', project, birthDate: '1940-05-05', gender: 2, abilityLevel: 3, livingState: 'alone', contacts },
    ...{ allergies: ['青霉素（皮疹）'], flags: ['心脏病史', '听力差', '防跌倒', '糖尿病'] },
    carePlan: '每周两次助浴。饮食：低盐软食；午睡后散步',
  });
  const second = await aCustomer(app, { name: '李德福', project });
  await aBed(app, { customer: first, institution: '长桥颐养院' });
  const ids = [second, first];
  const cards = (kind: 'info' | 'bed', token: string) =>
    app.call(customerCardApi.getCustomerCard, { ids, kind }, token);
  const [plain, info] = await cards('info', app.admin);
  expect([plain?.name, plain?.contacts, plain?.allergies]).toEqual(['李德福', [], []]);
  expect((await cards('bed', app.admin)).map(({ diet }) => diet)).toEqual([null, '低盐软食']);
  expect([plain?.bed, info?.bed]).toEqual([null, null]);
  expect(info).toMatchObject({
    ...{ name: '周慧芳', service: '柯城守护', hotline: '0570-12349', allergies: ['青霉素（皮疹）'], risks: [] },
    contacts: [
      { name: '陈明', phone: '13800000001' },
      { name: '陈敏', phone: '13800000002' },
    ],
  });
  const [, bed] = await cards('bed', app.admin);
  expect(bed).toMatchObject({
    abilityLevel: 3,
    bed: '康养楼 101-1',
    risks: ['独居', '听力差', '防跌倒'],
    allergies: [],
    contacts: [],
  });
  const [, less] = await cards('info', await viewer());
  expect(less).toMatchObject({ allergies: null, contacts: [{ phone: '138****0001' }, { phone: '138****0002' }] });
  const refused = await app.tryCall(
    customerCardApi.getCustomerCard,
    { ids: [first, '999999999'], kind: 'info' },
    app.admin,
  );
  expect(refused).toMatchObject({ status: 404 });
});
