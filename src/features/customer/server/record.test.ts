import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aRole, aUser } from '#server/testing/rows.ts';
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

/** Somebody with these rights over all people. */
async function viewer(...rights: string[]) {
  const roleId = await aRole(app, { scope: 'all', rights: ['customer:list', ...rights] });
  return (await aUser(app, { roleId })).token;
}

test('a record has identity, home, contacts in calling order, service and health, and its look is entered in the command log', async () => {
  const id = await aCustomer(app, {
    ...{ name: '陈桂珍', idNo, mobile: '13800005678', phone: '0570-5550001', livingState: 'alone' },
    ...{ regionCode: '330802', street: '望湖街道', community: '柳岸新村', address: '9幢602', addressNote: '6楼无电梯' },
    ...{ entryNote: '门锁密码 2580', lat: 28.9, lng: 118.8, abilityLevel: 2, contacts },
    ...{ allergies: ['青霉素（皮疹）'], medicines: ['氨氯地平 5mg'], flags: ['听力差'], hospital: '柯城人民医院' },
  });
  const whole = await record(id, app.admin);
  expect(whole).toMatchObject({
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
  expect(JSON.stringify(whole)).not.toContain('2580');
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
  expect(await record(id, await viewer('archive:list'))).toMatchObject({
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
