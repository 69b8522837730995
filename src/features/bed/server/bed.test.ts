import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bedApi } from '#features/bed/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { departmentApi } from '#features/department/contract.ts';
import { leaveApi } from '#features/leave/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aUser, next } from '#server/testing/rows.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';
import { namesIn } from './bedNames.ts';

let app: TestApp;
let department: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  department = await aDepartment(app);
  await app.sql(`update department set type = 'org' where id = $1`, [department]);
});

const add = (fields: Partial<InputOf<typeof bedApi.addBed>> = {}) =>
  app.tryCall(
    bedApi.addBed,
    { departmentId: department, building: '1号楼', floor: '3', room: '301', bed: '1~3', ...fields },
    app.admin,
  );
const beds = async (filters: InputOf<typeof bedApi.getBedList> = {}, token = app.admin) =>
  (await app.list(bedApi.getBedList, { departmentId: department, limit: 200, ...filters }, token)).rows;
const assign = (customerId: string, bedId: string) => app.tryCall(bedApi.assignBed, { customerId, bedId }, app.admin);
const release = (customerId: string, bedId: string) => app.tryCall(bedApi.releaseBed, { customerId, bedId }, app.admin);
const someone = (name: string, fields: Record<string, unknown> = {}) => aCustomer(app, { department, name, ...fields });
/** Three beds of one room, by their ids. */
async function threeBeds(): Promise<[string, string, string]> {
  const { data } = await add();
  return (data as { ids: [string, string, string] }).ids;
}
const stateOf = async (bedId: string) => (await beds()).find(({ id }) => id === bedId);

test('a range means each of its names with their zeros, a list each of its words, and a name with a dash itself', () => {
  expect(namesIn('301~303')).toEqual(['301', '302', '303']);
  expect(namesIn('A08～A10、B、B')).toEqual(['A08', 'A09', 'A10', 'B']);
  expect(namesIn('3-12')).toEqual(['3-12']);
  expect(namesIn('9~1')).toEqual(['9~1']);
});

test('beds are added a range at once, each bed of each room, and stand in the order of their numbers', async () => {
  expect(await add({ room: '309~310', bed: '1、2' })).toMatchObject({ code: 0 });
  expect((await beds()).map(({ room, bed, state, onLeave }) => [room, bed, state, onLeave])).toEqual([
    ['309', '1', 'free', false],
    ['309', '2', 'free', false],
    ['310', '1', 'free', false],
    ['310', '2', 'free', false],
  ]);
  expect(await add({ room: '310~311', bed: '2' })).toMatchObject({
    ...{ status: 400, msg: '「1号楼 310-2」已存在' },
  });
  expect(await beds()).toHaveLength(4);
  expect(await add({ room: '1~100', bed: '1~6' })).toMatchObject({ status: 400 });
});

test('only institutions and service stations have beds', async () => {
  await app.sql(`update department set type = 'community' where id = $1`, [department]);
  expect(await add()).toMatchObject({ status: 400, msg: '只有机构和服务站有床位' });
  await app.sql(`update department set type = 'station' where id = $1`, [department]);
  expect(await add()).toMatchObject({ code: 0 });
});

test('one person lies in a bed, is named to whoever wants it, moves by being assigned another and leaves it free', async () => {
  const [firstBed, secondBed] = await threeBeds();
  const [zhang, li] = [await someone('张德福', { abilityLevel: 2 }), await someone('李桂兰')];
  await app.sql(`update customer set assessed_until = '2026-01-31' where id = $1`, [zhang]);
  expect(await assign(zhang, firstBed)).toMatchObject({ code: 0 });
  expect(await stateOf(firstBed)).toMatchObject({
    state: 'taken',
    customerId: zhang,
    customerName: '张德福',
    abilityLevel: 2,
    assessedUntil: '2026-01-31',
  });
  expect(await assign(li, firstBed)).toMatchObject({ status: 409, msg: '该床位已有 张德福' });
  expect(await assign(zhang, secondBed)).toMatchObject({ code: 0 });
  expect([(await stateOf(firstBed))?.state, (await stateOf(secondBed))?.customerId]).toEqual(['free', zhang]);
  expect(await release(zhang, firstBed)).toMatchObject({ status: 409, msg: '「张德福」不在该床位' });
  expect(await release(zhang, secondBed)).toMatchObject({ code: 0 });
  expect(await beds({ state: ['taken'] })).toEqual([]);
});

test('of two people who are assigned one bed at once the second is refused', async () => {
  const [firstBed] = await threeBeds();
  const customers = [await someone('张德福'), await someone('李桂兰')];
  const answers = await Promise.all(customers.map((id) => assign(id, firstBed)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { customerName } = (await stateOf(firstBed)) ?? {};
  expect(answers.find(({ status }) => status === 409)?.msg).toBe(`该床位已有 ${customerName}`);
});

test('a bed is reserved, taken, and closed only while nobody lies there; a second edit is told of the first', async () => {
  const [firstBed] = await threeBeds();
  const edit = (fields: Omit<InputOf<typeof bedApi.editBed>, 'id'>) =>
    app.tryCall(bedApi.editBed, { id: firstBed, ...fields }, app.admin);
  const id = await someone('张德福');
  expect(await edit({ version: 1, state: 'closed' })).toMatchObject({ data: { id: firstBed, version: 2 } });
  expect(await assign(id, firstBed)).toMatchObject({ status: 409, msg: '该床位已停用' });
  expect(await edit({ version: 1, state: 'free' })).toMatchObject({ status: 409, data: { version: 2 } });
  expect(await edit({ version: 2, state: 'reserved', bed: '9' })).toMatchObject({ code: 0 });
  expect(await edit({ version: 3, bed: '2' })).toMatchObject({ status: 400, msg: '「1号楼 301-2」已存在' });
  expect(await assign(id, firstBed)).toMatchObject({ code: 0 });
  const version = (await stateOf(firstBed))?.version ?? 0;
  expect(await edit({ version, state: 'closed' })).toMatchObject({ status: 409, msg: '该床位已有 张德福' });
});

test('who has left or died lies nowhere and gets no bed; who is on leave keeps theirs, marked', async () => {
  const [firstBed, secondBed, thirdBed] = await threeBeds();
  const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13800000002', order: 1, isEmergency: true }];
  const [ended, died, away] = [
    await someone('张德福', { contacts }),
    await someone('李桂兰', { contacts }),
    await someone('王秋菊', { contacts }),
  ];
  for (const [id, bed] of [
    [ended, firstBed],
    [died, secondBed],
    [away, thirdBed],
  ] as const)
    await assign(id, bed);
  const date = todayInChina(Date.now());
  await app.call(customerApi.updateCustomerState, { id: ended, state: 'ended', date, reason: '搬走' }, app.admin);
  await app.call(
    customerApi.updateCustomerState,
    { id: died, state: 'deceased', date, reason: '家属告知', place: 'home', cause: 'age' },
    app.admin,
  );
  const leave = { from: '2026-01-02T03:04:05.000Z', expectedReturn: '2099-01-02T03:04:05.000Z' };
  await app.call(leaveApi.addLeave, { customerId: away, kind: 'outing', ...leave }, app.admin);
  expect((await beds()).map(({ state, customerId, onLeave }) => [state, customerId, onLeave])).toEqual([
    ['free', null, false],
    ['free', null, false],
    ['taken', away, true],
  ]);
  expect(await assign(ended, firstBed)).toMatchObject({ status: 409, msg: '「张德福」是终止，不能安排床位' });
});

test('beds are seen by department; of somebody in another project it is seen that the bed is taken, not by whom', async () => {
  const [firstBed] = await threeBeds();
  const project = await aProject(app, department);
  const id = await someone('张德福');
  await assign(id, firstBed);
  const near = await aUser(app, { role: 'area', department, projects: [project] });
  expect((await beds({}, near.token)).map(({ state, customerName }) => [state, customerName])).toEqual([
    ['taken', null],
    ['free', null],
    ['free', null],
  ]);
  const other = await app.tryCall(
    bedApi.assignBed,
    { customerId: await someone('李桂兰', { project }), bedId: firstBed },
    near.token,
  );
  expect(other).toMatchObject({ status: 409, msg: '该床位已有人' });
  const far = await aUser(app, { role: 'area', department: await aDepartment(app) });
  expect(await beds({}, far.token)).toEqual([]);
});

test('the bed of somebody in another project is renamed by whoever sees them, not by others of the department', async () => {
  const [firstBed, secondBed] = await threeBeds();
  const project = await aProject(app, department);
  await assign(await someone('张德福'), firstBed);
  const near = await aUser(app, { role: 'area', department, projects: [project] });
  const rename = async (id: string, token: string) =>
    app.tryCall(bedApi.editBed, { id, version: (await stateOf(id))?.version ?? 0, bed: next().toString() }, token);
  const answers = await Promise.all([
    rename(firstBed, near.token),
    rename(secondBed, near.token),
    rename(firstBed, app.admin),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 200, 200]);
});

test('of two people who become one the bed goes along; where both have one, the one who stays keeps theirs', async () => {
  const [firstBed, secondBed, thirdBed] = await threeBeds();
  const [keep, with1, with2] = [await someone('张德福'), await someone('张得福'), await someone('张德富')];
  await assign(with1, firstBed);
  const merge = (dropId: string) =>
    app.tryCall(customerMergeApi.mergeCustomer, { keepId: keep, dropId, fields: {} }, app.admin);
  expect(await merge(with1)).toMatchObject({ code: 0 });
  expect(await stateOf(firstBed)).toMatchObject({ customerId: keep });
  await assign(with2, thirdBed);
  expect(await merge(with2)).toMatchObject({ code: 0 });
  expect((await beds()).map(({ id, customerId }) => [id, customerId])).toEqual([
    [firstBed, keep],
    [secondBed, null],
    [thirdBed, null],
  ]);
});

test('two departments with beds of one name become one only when the beds are told apart', async () => {
  const [bed] = await threeBeds();
  const other = await aDepartment(app);
  await app.sql(`update department set type = 'org' where id = $1`, [other]);
  await add({ departmentId: other, bed: '1' });
  const merge = () => app.tryCall(departmentApi.mergeDepartment, { fromId: other, toId: department }, app.admin);
  expect(await merge()).toMatchObject({ status: 400, msg: '两个部门都有床位「1号楼 301-1」，请先改名' });
  expect(await beds()).toHaveLength(3);
  await app.call(bedApi.editBed, { id: bed, version: 1, bed: '甲' }, app.admin);
  expect(await merge()).toMatchObject({ code: 0 });
  expect(await beds()).toHaveLength(4);
});

test('somebody is entered with a bed, moves with an edit and leaves it with null; a bed out of sight or taken refuses the whole entry', async () => {
  const [firstBed, secondBed] = await threeBeds();
  const fields = { name: '何一苇', mobile: '13900007701', departmentId: department };
  const { id } = await app.call(customerEntryApi.addCustomer, { ...fields, bedId: firstBed }, app.admin);
  const lies = async () => (await app.call(customerApi.getCustomer, { id }, app.admin)).bedId;
  expect(await lies()).toBe(firstBed);
  const occupying = { ...fields, name: '何二苇', bedId: firstBed };
  expect(await app.tryCall(customerEntryApi.addCustomer, occupying, app.admin)).toMatchObject({
    ...{ status: 409, msg: '该床位已有 何一苇' },
  });
  expect(await app.sql(`select 1 from customer where name = '何二苇'`)).toEqual([]);
  const area = await aUser(app, { role: 'area', department: await aDepartment(app) });
  const outside = await app.tryCall(
    customerEntryApi.addCustomer,
    { name: '何三苇', mobile: '13900007702', bedId: secondBed },
    area.token,
  );
  expect(outside).toMatchObject({ status: 404, msg: expect.stringContaining('床位') });

  const edit = (bedId: string | null) =>
    app.tryCall(customerEntryApi.editCustomer, { id, version: 1, bedId }, app.admin);
  expect(await edit(secondBed)).toMatchObject({ data: { version: 1 } });
  expect([await lies(), (await stateOf(firstBed))?.state]).toEqual([secondBed, 'free']);
  expect(await edit(null)).toMatchObject({ code: 0 });
  expect(await lies()).toBeNull();
});

test('the record names the bed where somebody lies, and the department only to whoever may look there', async () => {
  const elsewhere = await aDepartment(app);
  const [firstBed] = await threeBeds();
  const id = await someone('苗一苇', { department: elsewhere });
  const area = await aUser(app, { role: 'area', department: elsewhere });
  const bed = async (token: string) => (await app.call(customerApi.getCustomer, { id }, token)).bed;
  expect(await bed(app.admin)).toBeNull();
  await assign(id, firstBed);
  expect(await bed(app.admin)).toEqual({ name: '1号楼 301-1', departmentId: department });
  expect(await bed(area.token)).toEqual({ name: '1号楼 301-1', departmentId: null });
});
