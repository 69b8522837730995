import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { soundOf } from './duplicates.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const numbers = ['33010219400101101', '33010219400101103', '33010219400101105'];
const [firstIdNo = '', secondIdNo = '', thirdIdNo = ''] = numbers.map((digits) => digits + checkCharacter(digits));

const check = async (input: object, token = app.admin) =>
  (await app.call(customerEntryApi.checkCustomer, input, token)).duplicates;

test('the same ID number is refused with who has it, and without a name outside the scope', async () => {
  const [department, otherDepartment] = [await aDepartment(app), await aDepartment(app)];
  const id = await aCustomer(app, { name: '张桂兰', idNo: firstIdNo, department });
  await app.sql(`update customer set service_state = 'active' where id = $1`, [id]);
  const roleId = await aRole(app, { scope: 'department', permissions: ['customer:list', 'customer:edit'] });
  const outsideViewer = await aUser(app, { roleId, department: otherDepartment });
  const again = { name: '李德福', mobile: '13800001111', idNo: firstIdNo.toLowerCase() };
  const duplicate = { reason: 'idNo', msg: '该身份证号已存在（客户 张桂兰，服务中）', id, name: '张桂兰' };
  const refused = await app.tryCall(customerEntryApi.addCustomer, again, app.admin);
  expect(refused).toMatchObject({
    status: 400,
    msg: duplicate.msg,
    data: { errors: [{ field: 'idNo' }], duplicates: [duplicate] },
  });
  expect(await check(again)).toEqual([duplicate]);
  const outside = await app.tryCall(customerEntryApi.addCustomer, again, outsideViewer.token);
  expect([outside.status, outside.msg, outside.text]).toEqual([
    400,
    '该身份证号已存在（不在你的范围内）',
    expect.not.stringContaining('张桂兰'),
  ]);
  expect(await check(again, outsideViewer.token)).toEqual([{ reason: 'idNo', msg: outside.msg }]);
  const edited = await aCustomer(app, { idNo: secondIdNo });
  expect(
    await app.tryCall(customerEntryApi.editCustomer, { id: edited, version: 1, idNo: firstIdNo }, app.admin),
  ).toMatchObject({
    msg: duplicate.msg,
  });
  expect(
    await app.tryCall(customerEntryApi.editCustomer, { id: edited, version: 1, idNo: secondIdNo }, app.admin),
  ).toMatchObject({
    code: 0,
  });
});

test('the same name and birth date, and the same phone with a name that sounds alike, are told and may be saved', async () => {
  const id = await aCustomer(app, {
    name: '曾兰英',
    birthDate: '1938-02-03',
    mobile: '13700007701',
    phone: '0570-8807701',
  });
  const born = { name: '曾兰英', birthDate: '1938-02-03', mobile: '13700007702' };
  expect(await check(born)).toMatchObject([{ reason: 'nameBirth', id, name: '曾兰英' }]);
  expect(await check({ ...born, birthDate: '1938-02-04' })).toEqual([]);
  const sounds = { name: '曾南音', mobile: '13700007701' };
  expect(await check(sounds)).toMatchObject([{ reason: 'phone', id }]);
  expect(await check({ ...sounds, mobile: undefined, phone: '05708807701' })).toMatchObject([{ reason: 'phone', id }]);
  expect(await check({ ...sounds, name: '王桂兰' })).toEqual([]);
  expect(await check({ ...born, id })).toEqual([]);
  expect(await app.tryCall(customerEntryApi.addCustomer, born, app.admin)).toMatchObject({ code: 0 });
});

test('nothing is stored by a check, whatever stands in it', async () => {
  const count = async () => (await app.sql('select count(*)::int as n from customer'))[0]?.n;
  const previousCount = await count();
  const { errors } = await app.call(
    customerEntryApi.checkCustomer,
    { name: 7, mobile: 'x', idNo: thirdIdNo, contacts: [{}] },
    app.admin,
  );
  expect(errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'mobile', 'contacts.0.name']));
  expect(await count()).toBe(previousCount);
});

test('syllables sound alike where dialects mix them', () => {
  expect(soundOf('zhang lan ying')).toBe(soundOf('zan nan yin'));
  expect(soundOf('wang min')).not.toBe(soundOf('wang fang'));
});
