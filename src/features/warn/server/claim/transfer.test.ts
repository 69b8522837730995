import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { dictionaryApi } from '#features/dictionary/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
/** Departments: a street, two communities in it, and an unrelated home. */
let street: string;
let ownDepartment: string;
let sister: string;
let elsewhere: string;
let local: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  app = await startApp();
  street = await aDepartment(app);
  [ownDepartment, sister] = [await aDepartment(app, street), await aDepartment(app, street)];
  elsewhere = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:list', 'warn:claim', 'warn:add'] });
  local = await aUser(app, { roleId, department: ownDepartment });
  const everywhere = await aRole(app, { scope: 'all', permissions: ['warn:list', 'warn:claim'] });
  outsider = await aUser(app, { roleId: everywhere, department: elsewhere });
});
afterAll(() => app.stop());

/** A claimed warn of a customer, optionally with a known position. */
async function alarm(place?: { lat: number; lng: number }): Promise<string> {
  const customerId = await aCustomer(app, { department: ownDepartment });
  if (place) await app.sql('update customer set lat = $2, lng = $3 where id = $1', [customerId, place.lat, place.lng]);
  const input = { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' } as const;
  const { id } = await app.call(warnApi.addWarn, input, local.token);
  await app.call(warnApi.claimWarn, { id }, local.token);
  return id;
}

test('an alarm can be given to departments in scope and on the way to the root, of no others the name is told', async () => {
  const id = await alarm();
  const { departments } = await app.call(warnApi.getTransferTarget, { id }, local.token);
  const departmentIds = departments.map((entry) => entry.id);
  expect(departmentIds).toEqual(expect.arrayContaining([ownDepartment, street]));
  expect(departmentIds).not.toEqual(expect.arrayContaining([sister]));
  expect(departmentIds).not.toEqual(expect.arrayContaining([elsewhere]));
  const refused = await app.tryCall(warnApi.transferWarn, { id, departmentId: elsewhere, reason: '换人' }, local.token);
  expect(refused).toMatchObject({ status: 400, msg: '没有这个部门' });
  expect((await app.call(warnApi.getTransferTarget, { id }, app.admin)).departments.map((entry) => entry.id)).toEqual(
    expect.arrayContaining([ownDepartment, street, sister, elsewhere]),
  );
});

test('of two leaders who give a waiting alarm to somebody at once the second hears of the first, and may do it anyway', async () => {
  const [leader, other] = [await aUser(app, { role: 'leader' }), await aUser(app, { role: 'leader' })];
  const [first, second] = [await aUser(app), await aUser(app)];
  const id = await alarm();
  await app.call(warnApi.releaseWarn, { id, reason: '换人' }, local.token);
  const give = (userId: string, offeredTo: string | null, by: TestUser) =>
    app.tryCall(warnApi.transferWarn, { id, userId, reason: '班长指派', offeredTo }, by.token);
  const seen = (await app.call(deskApi.getWarn, { id }, leader.token)).offeredTo;
  expect(await give(first.id, seen, leader)).toMatchObject({ status: 200, data: { offeredTo: first.id } });
  expect(await give(second.id, seen, other)).toMatchObject({
    ...{ status: 409, msg: `刚由 ${leader.name} 指派给 ${first.name}`, data: { offeredTo: first.id } },
  });
  expect((await app.call(deskApi.getWarn, { id }, leader.token)).offeredTo).toBe(first.id);
  expect(await give(second.id, first.id, other)).toMatchObject({ status: 200, data: { offeredTo: second.id } });
});

test('a colleague from a department out of scope is named without it', async () => {
  const { users } = await app.call(warnApi.getTransferTarget, { id: await alarm() }, local.token);
  expect(users.find((entry) => entry.id === outsider.id)).toMatchObject({ name: outsider.name, departmentName: null });
});

test('help nearby is that of departments which the viewer may be told of', async () => {
  const { nearby } = await app.call(deskApi.getWarn, { id: await alarm() }, local.token);
  const names = async (ids: string[]) =>
    (await app.sql<{ name: string }>('select name from department where id = any($1)', [ids])).map((row) => row.name);
  const shown = nearby.map((entry) => entry.name);
  expect(shown).toEqual(expect.arrayContaining(await names([ownDepartment, street])));
  for (const name of await names([sister, elsewhere])) expect(shown).not.toContain(name);
});

test('an account that comes to its date gives back what it has in hand, and its sessions are over', async () => {
  const taker = await aUser(app, { role: 'admin' });
  const id = await alarm();
  await app.call(warnApi.releaseWarn, { id, reason: '交班' }, local.token);
  await app.call(warnApi.claimWarn, { id }, taker.token);
  await app.sql(`update "user" set expires_at = now() where id = $1`, [taker.id]);
  const departmentIds = await until('the alarm to wait again', async () => {
    const { status, steps } = await app.call(deskApi.getWarn, { id }, app.admin);
    return status === 'pending' && steps;
  });
  expect(JSON.stringify(departmentIds)).toContain(`${taker.name} 的账号已到期，自动释放`);
  const open = () => app.sql('select 1 from session where user_id = $1 and ended_at is null', [taker.id]);
  await until('the sessions to end', async () => (await open()).length === 0);
});

describe('of stations with a place', () => {
  const quzhou = { lat: 28.94, lng: 118.89 };
  let name: string;
  beforeAll(async () => {
    const placed = await app.sql<{ name: string }>(
      "update department set type = 'station', lat = 28.95, lng = 118.9 where id = $1 returning name",
      [ownDepartment],
    );
    name = placed[0]?.name ?? '';
  });

  test('one round the corner is nearby, with its distance in metres', async () => {
    const { nearby, nearest } = await app.call(deskApi.getWarn, { id: await alarm(quzhou) }, local.token);
    expect(nearby[0]).toMatchObject({ name, kind: 'station', lat: 28.95, lng: 118.9 });
    expect(nearby[0]?.distance).toBeGreaterThan(1000);
    expect(nearby[0]?.distance).toBeLessThan(2000);
    expect(nearest).toEqual({ name, distance: nearby[0]?.distance });
  });

  test.each([
    ['Beijing', { lat: 39.9075, lng: 116.3913 }, 1_200],
    ['Lisbon', { lat: 38.7223, lng: -9.1393 }, 9_000],
    ['the south pole', { lat: -90, lng: 0 }, 12_000],
    ['the other side of the date line', { lat: 0, lng: -179.9 }, 6_000],
  ])('none is nearby from %s, yet the nearest is named with its distance', async (_, place, kilometres) => {
    const { nearby, nearest } = await app.call(deskApi.getWarn, { id: await alarm(place) }, local.token);
    expect(nearby.filter((entry) => entry.distance !== null)).toEqual([]);
    expect(nearest?.name).toBe(name);
    expect(nearest?.distance).toBeGreaterThan(kilometres * 1000);
  });
});

test('what the server writes into the timeline and the queue uses the labels of the dictionary as they are now', async () => {
  const tree = await app.call(dictionaryApi.getDictionaryTree, {}, app.admin);
  const item = tree.find((type) => type.type === 'call_result')?.items.find((entry) => entry.value === 'no_answer');
  if (!item) throw new Error('no such item');
  await app.call(dictionaryApi.editDictionary, { id: item.id, version: item.version, label: '无人应答' }, app.admin);
  const id = await alarm();
  await until('the new label', async () => {
    const step = await app.call(
      phoneCallApi.addWarnCall,
      { id, phone: '13900001111', result: 'no_answer' },
      local.token,
    );
    return step.data.resultText === '无人应答';
  });
  const { progress } = await app.call(deskApi.getWarn, { id }, local.token);
  expect(progress).toBe('139****1111 无人应答');
});
