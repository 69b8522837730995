import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { followUpApi } from '#features/followUp/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall } from '#server/testing/warns.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
let operator: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app, { role: 'operator' });
});
afterAll(() => app.stop());

const hour = 3_600_000;
const inHours = (offset: number) => new Date(Date.now() + offset * hour).toISOString();
const ending = {
  result: 'hospital',
  note: '120 已接走老人',
  familyTold: false,
  familyNote: '家属在国外',
  noContactReason: '120 来电告知',
} as const;

type View = NonNullable<InputOf<typeof followUpApi.getFollowUpList>['view']>;
const list = async (customerId: string, view: View) =>
  (await app.list(followUpApi.getFollowUpList, { customerId, view, limit: 50 }, operator.token)).rows;
const owedNow = async (warnId: string) =>
  (await app.list(warnListApi.getWarnList, { followUp: true, limit: 200 }, operator.token)).rows.find(
    ({ id }) => id === warnId,
  );
const detail = (id: string) => app.call(deskApi.getWarn, { id }, operator.token);
const needsCall = { status: 409, msg: expect.stringContaining('要有接通的通话记录') };

/** Adds a warn claimed by the operator. */
async function claimedWarn() {
  const customer = await aCustomer(app, {
    contacts: [{ name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1 }],
  });
  const raised = { customerId: customer, type: 'sos', level: 1, note: '求助', occurredAt: inHours(0) } as const;
  const { id: warn } = await app.call(warnApi.addWarn, raised, app.admin);
  await app.call(warnApi.claimWarn, { id: warn }, operator.token);
  return { customer, warn };
}

/** Adds a customer taken to hospital this many hours ago, with a due follow-up. */
async function inHospital(hoursAgo: number) {
  const { customer, warn } = await claimedWarn();
  await aConnectedCall(app, warn, operator.token);
  await app.call(closingApi.closeWarn, { id: warn, ...ending, followUpAt: inHours(24) }, operator.token);
  await app.sql(`update warn_step set at = at - make_interval(hours => $2) where warn_id = $1`, [warn, hoursAgo]);
  await app.sql(
    `update warn set finished_at = now() - make_interval(hours => $2), follow_up_at = now() - interval '1 minute' where id = $1`,
    [warn, hoursAgo],
  );
  await app.sql(`update follow_up set tries = 0, result = null where warn_id = $1`, [warn]);
  const [row] = await list(customer, 'due');
  if (!row) throw new Error('nothing is owed');
  return { customer, warn, row };
}

const finish = (row: { id: string; version: number }, overrides: object = {}) =>
  app.tryCall(
    followUpApi.finishFollowUp,
    { id: row.id, version: row.version, result: 'reached', note: '在住院，情况稳定', ...overrides },
    operator.token,
  );

test('已送医 is closed with a date for its follow-up', async () => {
  const { warn } = await claimedWarn();
  const close = (followUpAt: string | null) =>
    app.tryCall(closingApi.closeWarn, { id: warn, ...ending, followUpAt }, operator.token);
  expect(await close(null)).toMatchObject({ status: 400, msg: '已送医的须约回访，回访到满72小时' });
  expect((await close(inHours(24))).code).toBe(0);
});

test('the follow-up of 已送医 is done by a connected call on record since the end, at the alarm and in the list', async () => {
  const { row, warn, customer } = await inHospital(80);
  expect((await detail(warn)).followUpTerms).toMatchObject({ called: false });
  const atAlarm = () => app.tryCall(warnApi.finishFollowUp, { id: warn, note: '在住院' }, operator.token);
  expect(await finish(row)).toMatchObject(needsCall);
  expect(await atAlarm()).toMatchObject(needsCall);
  const call = (more: object) => app.call(phoneCallApi.addWarnCall, { id: warn, ...more }, operator.token);
  await call({ phone: '13900004402', result: 'no_answer' });
  await call({ phone: '120', result: 'ok' });
  expect(await atAlarm()).toMatchObject(needsCall);
  expect(await finish(row)).toMatchObject(needsCall);
  const { id: stepId } = await call({ phone: '13900004402' });
  expect(await finish(row)).toMatchObject(needsCall);
  await app.call(phoneCallApi.finishWarnCall, { id: warn, stepId, result: 'ok', seconds: 40 }, operator.token);
  expect((await detail(warn)).followUpTerms).toMatchObject({ called: true });
  expect(await finish(row)).toMatchObject({ data: { state: 'done' } });
  expect(await owedNow(warn)).toBeUndefined();
  expect(await list(customer, 'done')).toMatchObject([{ id: row.id, result: 'reached' }]);
});

test('before 72 hours are over a call that was answered moves the follow-up to their end, and the next one needs a call of its own', async () => {
  const { row, warn, customer } = await inHospital(24);
  const { until } = (await detail(warn)).followUpTerms ?? {};
  await aConnectedCall(app, warn, operator.token);
  const first = await finish(row, { satisfaction: 'good' });
  expect(first).toMatchObject({ data: { state: 'open', due: until } });
  expect((await owedNow(warn))?.followUpAt).toBe(until);
  expect(Math.round((Date.parse(until ?? '') - Date.now()) / hour)).toBe(48);
  const [next] = await list(customer, 'later');
  expect(next).toMatchObject({ id: row.id, result: 'reached', tries: 0, note: '在住院，情况稳定' });
  // The 72 hours pass.
  await app.sql(`update warn set finished_at = finished_at - interval '49 hours' where id = $1`, [warn]);
  expect(await finish({ id: row.id, version: next?.version ?? 0 })).toMatchObject(needsCall);
  await aConnectedCall(app, warn, operator.token);
  expect(await finish({ id: row.id, version: next?.version ?? 0 })).toMatchObject({ data: { state: 'done' } });
  expect(await owedNow(warn)).toBeUndefined();
});

test('what is finished at the alarm before 72 hours are over stands in the list as reached and with the next time', async () => {
  const { row, warn, customer } = await inHospital(2);
  await aConnectedCall(app, warn, operator.token);
  const came = await app.call(warnApi.finishFollowUp, { id: warn, note: '已入院' }, operator.token);
  const { until } = (await detail(warn)).followUpTerms ?? {};
  expect(came.followUpAt).toBe(until);
  expect(await list(customer, 'later')).toMatchObject([{ id: row.id, result: 'reached', tries: 0, due: until }]);
  // Reached a second time, with the next time unchanged.
  await aConnectedCall(app, warn, operator.token);
  await app.call(warnApi.finishFollowUp, { id: warn, note: '下午再问，平稳' }, operator.token);
  expect((await owedNow(warn))?.followUpAt).toBe(until);
});

test('a call of a follow-up leaves the clock and the outcome of the ended alarm as they were', async () => {
  const { warn } = await inHospital(30);
  const before = await detail(warn);
  await app.call(phoneCallApi.addWarnCall, { id: warn, phone: '13900004402', result: 'ok' }, operator.token);
  const after = await detail(warn);
  expect([after.clock, after.progress, after.status]).toEqual([before.clock, before.progress, before.status]);
  expect(after.steps.filter(({ kind }) => kind === 'call')).toHaveLength(2);
});

test('of an ended alarm that owes nothing no call is put on record', async () => {
  const { row, warn } = await inHospital(80);
  await aConnectedCall(app, warn, operator.token);
  await finish(row);
  const late = await app.tryCall(
    phoneCallApi.addWarnCall,
    { id: warn, phone: '13900004402', result: 'ok' },
    operator.token,
  );
  expect(late.status).toBe(409);
});

test('who is to be rung up is told until when, and whether a call is on record', async () => {
  const { row, warn } = await inHospital(30);
  const terms = async () => (await app.call(followUpApi.getFollowUpPerson, { id: row.id }, operator.token)).terms;
  expect(await terms()).toEqual({ until: (await detail(warn)).followUpTerms?.until, called: false });
  await aConnectedCall(app, warn, operator.token);
  expect(await terms()).toMatchObject({ called: true });
});

test('an alarm that was followed up, reopened and closed again owes the next follow-up', async () => {
  const { row, warn, customer } = await inHospital(80);
  await aConnectedCall(app, warn, operator.token);
  await finish(row);
  await app.call(closingApi.reopenWarn, { id: warn, reason: '家属又来电' }, app.admin);
  await app.call(closingApi.closeWarn, { id: warn, ...ending, followUpAt: inHours(24) }, app.admin);
  expect((await owedNow(warn))?.id).toBe(warn);
  expect(await list(customer, 'later')).toHaveLength(1);
});
