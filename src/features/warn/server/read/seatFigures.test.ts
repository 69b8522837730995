import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';

let app: TestApp;
let operator: TestUser;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  [operator, leader] = [await aUser(app), await aUser(app, { role: 'leader' })];
});
afterAll(() => app.stop());

async function alarm(): Promise<string> {
  const customerId = await aCustomer(app);
  const input = { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' } as const;
  return (await app.call(warnApi.addWarn, input, app.admin)).id;
}
const take = (id: string, by: TestUser) => app.call(warnApi.claimWarn, { id }, by.token);
const figuresOf = async (user: TestUser, by = leader) =>
  (await app.call(warnApi.getSeatFigures, {}, by.token)).find((figures) => figures.userId === user.id);

test('the leader sees what each person did today: a case that came back counts once, a call of yesterday and a test not at all', async () => {
  expect(await figuresOf(operator)).toBeUndefined();
  const [id, wrong, tried] = [await alarm(), await alarm(), await alarm()];
  for (const each of [id, wrong, tried]) await take(each, operator);
  await app.sql('update warn set test = true where id = $1', [tried]);
  await app.call(warnApi.releaseWarn, { id, reason: '换人' }, operator.token);
  await take(id, operator);
  await app.call(phoneCallApi.addWarnCall, { id, phone: '13900001111', result: 'no_answer' }, operator.token);
  await app.call(phoneCallApi.addWarnCall, { id: wrong, phone: '13900001111', result: 'ok' }, operator.token);
  await app.sql(
    `update warn_step set at = at - interval '25 hours' where id = (select max(id) from warn_step where warn_id = $1 and kind = 'call')`,
    [id],
  );
  await app.sql(`insert into warn_step (warn_id, user_id, kind) values ($1, $2, 'false')`, [wrong, operator.id]);
  expect(await figuresOf(operator)).toEqual({ userId: operator.id, taken: 2, calls: 1, falseCount: 1 });
});

test('what was done with alarms out of scope is not counted, and an operator has no seat wall', async () => {
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:list', 'seat:list'] });
  const elsewhere = await aUser(app, { roleId, department: await aDepartment(app) });
  await take(await alarm(), operator);
  expect(await figuresOf(operator, elsewhere)).toBeUndefined();
  expect((await app.tryCall(warnApi.getSeatFigures, {}, operator.token)).status).toBe(403);
});

test('a leader takes over a case from a seat: it is given to themselves with the reason, and taken', async () => {
  const id = await alarm();
  await take(id, operator);
  const transferred = await app.call(warnApi.transferWarn, { id, userId: leader.id, reason: '接管' }, leader.token);
  expect(transferred).toMatchObject({ status: 'pending', offeredTo: leader.id });
  expect(await take(id, leader)).toMatchObject({ status: 'handling', handlerId: leader.id });
});
