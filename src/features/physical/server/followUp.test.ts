import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { followUpApi } from '#features/followUp/contract.ts';
import { physicalApi } from '#features/physical/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aUser, type TestUser } from '#server/testing/rows.ts';
import { todayInChina } from '#shared/idCard.ts';
import { aPhysical } from './testing.ts';

let app: TestApp;
let doctor: TestUser;
let reviewer: TestUser;
let operator: TestUser;
beforeAll(async () => {
  app = await startApp();
  [doctor, reviewer] = [await aUser(app, { role: 'health' }), await aUser(app, { role: 'health' })];
  operator = await aUser(app, { role: 'operator' });
});
afterAll(() => app.stop());

const day = (offset: number) => todayInChina(Date.now() + offset * 86_400_000);
const request = '体检复查：空腹血糖偏高、血压偏高';
const tryAdd = (input: object, user = doctor) =>
  app.tryCall(physicalApi.addPhysicalFollowUp, { request, due: day(30), ...input }, user.token);
const get = (id: string) => app.call(physicalApi.getPhysical, { id }, doctor.token);

/** Adds an examination of a new customer. */
async function examined(status: 'draft' | 'done' = 'done') {
  const customerId = await aCustomer(app, { gender: 2, birthDate: '1944-03-02' });
  return { customerId, id: await aPhysical(app, { customerId, date: day(-10), status }) };
}
const listed = async (customerId: string, view: 'later' | 'due' | 'all') =>
  (await app.list(followUpApi.getFollowUpList, { customerId, view, limit: 50 }, operator.token)).rows;

test('an examination generates one follow-up at a time, which the desk calls and its page shows', async () => {
  const { customerId, id } = await examined();
  expect(await get(id)).toMatchObject({ followUp: null, can: { followUp: true } });
  const { data } = await tryAdd({ id, request: ` ${request} ` });
  const due = `${day(30)}T01:00:00.000Z`;
  expect(data).toMatchObject({ due });
  const added = data as { id: string; due: string };
  const [row] = await listed(customerId, 'later');
  expect(row).toMatchObject({ ...added, kind: 'request', requestType: 'consult', request, physicalId: id });
  expect(row?.assigneeId).toBeNull();
  expect(await get(id)).toMatchObject({ followUp: { ...added, state: 'open' }, can: { followUp: false } });
  expect(await tryAdd({ id })).toMatchObject({
    ...{ status: 409, data: added, msg: `这份体检已有随访，定在 ${day(30)}，还没有完成` },
  });
  const came = { id: added.id, version: row?.version, result: 'reached', note: '已复查', satisfaction: 'good' };
  const nextAt = new Date(Date.now() + 86_400_000).toISOString();
  expect((await app.tryCall(followUpApi.finishFollowUp, { ...came, nextAt }, operator.token)).status).toBe(200);
  const [again] = await listed(customerId, 'later');
  expect(again).toMatchObject({ request, physicalId: id, due: nextAt });
  expect((await get(id)).followUp).toMatchObject({ id: again?.id, state: 'open' });
  const last = { ...came, id: again?.id, version: again?.version };
  await app.tryCall(followUpApi.finishFollowUp, last, operator.token);
  expect(await get(id)).toMatchObject({ followUp: { state: 'done' }, can: { followUp: true } });
  const { status } = await tryAdd({ id, due: day(0) });
  expect([status, (await get(id)).followUp?.state]).toEqual([200, 'open']);
  expect(Date.parse((await get(id)).followUp?.due ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('of two who generate one at once the second one gets that of the first', async () => {
  const { customerId, id } = await examined();
  const answers = await Promise.all([tryAdd({ id }, doctor), tryAdd({ id }, reviewer)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [one, other] = answers.map(({ data }) => data as { id: string });
  expect(one?.id).toBe(other?.id);
  expect(await listed(customerId, 'all')).toHaveLength(1);
});

test.each([
  [{ due: day(-1) }, 'due', '回访日期不能早于今天'],
  [{ due: day(401) }, 'due', '回访日期须在400天内'],
  [{ due: '2026-02-30' }, 'due', /日期/],
  [{ request: ' 复查一下 ' }, 'request', '回访内容为5至500个字'],
  [{ request: '复'.repeat(501) }, 'request', '回访内容为5至500个字'],
])('is refused at its field: %j', async (input, field, msg) => {
  const { id } = await examined();
  const answer = await tryAdd({ id, ...input });
  const [error] = (answer.data as { errors: { field: string; msg: string }[] }).errors;
  expect([answer.status, error?.field, error?.msg]).toEqual([
    ...[400, field, typeof msg === 'string' ? msg : expect.stringMatching(msg)],
  ]);
});

test('a draft, a voided one, and one that changed generate none', async () => {
  const draft = await examined('draft');
  expect(await tryAdd({ id: draft.id })).toMatchObject({ status: 409, msg: '草稿请先提交，再生成随访' });
  const { id, customerId } = await examined();
  expect(await tryAdd({ id, version: 7 })).toMatchObject({ status: 409, data: { version: 1 } });
  expect((await tryAdd({ id, version: 1, due: day(400) })).status).toBe(200);
  await app.call(physicalApi.voidPhysical, { id, reason: '录错了人' }, reviewer.token);
  expect(await listed(customerId, 'all')).toEqual([]);
  expect(await get(id)).toMatchObject({ followUp: null, can: { followUp: false } });
  expect(await tryAdd({ id })).toMatchObject({ status: 409, msg: '已作废的体检不能生成随访' });
});

test('the end of a service drops what its person was to be called for', async () => {
  const { id, customerId } = await examined();
  await tryAdd({ id });
  const end = { id: customerId, state: 'ended' as const, date: day(0), reason: '搬到外地' };
  await app.call(customerApi.updateCustomerState, end, app.admin);
  expect(await listed(customerId, 'all')).toEqual([]);
  expect(await get(id)).toMatchObject({ followUp: null, can: { followUp: false } });
  expect(await tryAdd({ id })).toMatchObject({ status: 409, msg: '该客户的服务状态是「终止」，不再生成随访' });
});

test('the words lie encrypted, and in no log', async () => {
  const { id, customerId } = await examined();
  await tryAdd({ id, request: '体检复查：窦性心律不齐' });
  const rows = await app.sql<{ text: string }>(
    `select to_jsonb(f)::text as text from follow_up f where physical_id = $1
     union all select to_jsonb(l)::text from cmd_log l where path like '%FollowUp'
     union all select changes::text from change_log where table_name = 'follow_up'`,
    [id],
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.map(({ text }) => text).join()).not.toContain('窦性心律');
  expect(await listed(customerId, 'later')).toMatchObject([{ request: '体检复查：窦性心律不齐' }]);
});
