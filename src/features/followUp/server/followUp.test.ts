import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { followUpApi } from '#features/followUp/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { byDay } from './retry.ts';

let app: TestApp;
let operator: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await startApp();
  [operator, other] = [await aUser(app, { role: 'operator' }), await aUser(app, { role: 'operator' })];
});
afterAll(() => app.stop());

const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();
const inHours = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / 3_600_000);

type Views = NonNullable<InputOf<typeof followUpApi.getFollowUpList>['view']>;
const list = async (customerId: string, view: Views = 'due', token = operator.token) =>
  (await app.list(followUpApi.getFollowUpList, { customerId, view, limit: 50 }, token)).rows;
const finish = (input: unknown, { token } = operator) => app.tryCall(followUpApi.finishFollowUp, input, token);

/** Adds a customer with a closed warn and its follow-up, due an hour ago. */
async function owed(overrides: Record<string, unknown> = {}) {
  const customer = await aCustomer(app, overrides);
  const occurredAt = new Date().toISOString();
  const raised = { customerId: customer, type: 'sos' as const, level: 1 as const, note: '求助', occurredAt };
  const { id: warn } = await app.call(warnApi.addWarn, raised, app.admin);
  await app.call(warnApi.claimWarn, { id: warn }, operator.token);
  await aConnectedCall(app, warn, operator.token);
  await app.call(closingApi.closeWarn, { id: warn, ...ending, followUpAt: hours(24) }, operator.token);
  await app.sql(`update warn set follow_up_at = now() - interval '1 hour' where id = $1`, [warn]);
  await app.sql(`update follow_up set tries = 0, result = null where warn_id = $1`, [warn]);
  const [row] = await list(customer);
  if (!row) throw new Error('nothing is owed');
  return { customer, warn, row };
}

/** Adds a customer to be called for another reason. */
async function cared(overrides: Record<string, unknown> = {}) {
  const customer = await aCustomer(app, overrides);
  await app.sql(`insert into follow_up (kind, customer_id, due_at) values ('care', $1, now() - interval '1 hour')`, [
    customer,
  ]);
  const [row] = await list(customer);
  if (!row) throw new Error('nothing is owed');
  return { customer, row };
}

const warnRow = async (id: string) =>
  (await app.list(warnListApi.getWarnList, { limit: 200 }, app.admin)).rows.find((row) => row.id === id);

test('what a closed alarm owes is a follow-up of whoever handled it, once', async () => {
  const { row, warn, customer } = await owed();
  expect(row).toMatchObject({
    kind: 'after_alarm',
    warnId: warn,
    customerId: customer,
    assigneeId: operator.id,
    tries: 0,
  });
  expect(row.mobile).toMatch(/^139\*{4}\d{4}$/);
  expect(await list(customer, 'later')).toEqual([]);
});

test('who was reached is done in the list and at the alarm, with how satisfied they are', async () => {
  const { row, warn, customer } = await owed();
  const { id, version } = row;
  const came = { id, version, result: 'reached', note: '恢复良好', satisfaction: 'good' };
  expect(await finish(came)).toMatchObject({ data: { state: 'done' } });
  expect(await list(customer)).toEqual([]);
  expect(await list(customer, 'done')).toMatchObject([
    {
      id,
      result: 'reached',
      note: '恢复良好',
      satisfaction: 'good',
      doneBy: operator.name,
      doneAt: expect.any(String),
    },
  ]);
  const { rows } = await app.list(warnListApi.getWarnList, { followUp: true, limit: 200 }, operator.token);
  expect(rows.map((one) => one.id)).not.toContain(warn);
  const { steps } = await app.call(deskApi.getWarn, { id: warn }, operator.token);
  expect(steps.some(({ note }) => note === '回访：已回访，恢复良好')).toBe(true);
});

test('what is finished at the alarm is done in the list; another date there is one call more; a reopened alarm owes nothing', async () => {
  const one = await owed();
  await app.call(warnApi.finishFollowUp, { id: one.warn, note: '没有接', again: hours(5) }, operator.token);
  expect(await list(one.customer, 'later')).toMatchObject([{ id: one.row.id, tries: 1, result: 'no_answer' }]);
  await app.call(warnApi.finishFollowUp, { id: one.warn, note: '平安' }, operator.token);
  expect(await list(one.customer, 'done')).toMatchObject([{ id: one.row.id, doneBy: operator.name }]);

  const back = await owed();
  await app.call(closingApi.reopenWarn, { id: back.warn, reason: '家属又来电' }, app.admin);
  expect([await list(back.customer), await list(back.customer, 'done')]).toEqual([[], []]);
  const late = await finish({ id: back.row.id, version: back.row.version, result: 'reached', note: '好' });
  expect(late).toMatchObject({ status: 409, msg: expect.stringContaining('取消') });
});

test('who does not answer is called again after 4, 20 and 24 hours, then somebody goes there; the alarm has the same time', async () => {
  // Uses a zone where it is about 14:00, so that no call falls into the night.
  const project = await aProject(app);
  const ahead = 14 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
  await app.sql('update project set time_zone = $2 where id = $1', [project, zone]);
  const { row, warn, customer } = await owed({ project });
  let { version } = row;
  for (const wait of [4, 20, 24]) {
    const { data } = await finish({ id: row.id, version, result: 'no_answer' });
    const came = data as { version: number; due: string; state: string };
    expect([came.state, inHours(came.due)]).toEqual(['open', wait]);
    expect((await warnRow(warn))?.followUpAt).toBe(came.due);
    version = came.version;
  }
  expect(await finish({ id: row.id, version, result: 'no_answer' })).toMatchObject({ data: { state: 'visit' } });
  const [visit] = await list(customer, 'visit');
  expect(visit).toMatchObject({ id: row.id, tries: 4, result: 'no_answer' });
  const came = { id: row.id, version: visit?.version, result: 'reached', note: '上门见到本人' };
  expect(await finish(came)).toMatchObject({ data: { state: 'done' } });
  expect((await warnRow(warn))?.followUpAt).toBe(null);
});

test('a visit is asked for at once, and a next date begins another follow-up', async () => {
  const { row, customer } = await cared();
  await finish({ id: row.id, version: row.version, result: 'visit', note: '电话里说不清' });
  const [visit] = await list(customer, 'visit');
  expect(visit).toMatchObject({ result: 'visit', note: '电话里说不清' });
  const nextAt = hours(72);
  await finish({ id: row.id, version: visit?.version, result: 'reached', note: '已上门', nextAt });
  expect(await list(customer, 'later')).toMatchObject([
    { kind: 'care', due: nextAt, assigneeId: operator.id, tries: 0 },
  ]);
});

test('of two who finish one at once the second one is told of the first', async () => {
  for (const { row } of [await cared(), await owed()]) {
    const input = { id: row.id, version: row.version, result: 'reached', note: '平安' };
    const answers = await Promise.all([finish(input, operator), finish(input, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.msg).toMatch(
      /^这条回访已由 坐席\d+ 记录为「已回访」，请刷新列表$/,
    );
  }
});

test.each([
  [{ result: 'reached' }, '请写回访记录'],
  [{ result: 'visit', note: ' ' }, '请写回访记录'],
  [{ result: 'no_answer', nextAt: hours(-1) }, '下次回访的时间已经过去'],
  [{ result: 'visit', note: '上门', nextAt: hours(1) }, '需上门的不再约电话回访'],
])('%o is refused', async (input, msg) => {
  const { row } = await cared();
  const answer = await finish({ id: row.id, version: row.version, ...input });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(msg)]);
});

test('what an alarm owes is finished by those who handle alarms, and seen by those who see the alarm', async () => {
  const { row, customer } = await owed();
  const roleId = await aRole(app, { scope: 'all', permissions: ['followUp:list', 'followUp:finish'] });
  const [caller, outsider] = [
    await aUser(app, { roleId }),
    await aUser(app, { roleId, projects: [await aProject(app)] }),
  ];
  expect(await list(customer, 'due', caller.token)).toHaveLength(1);
  expect(await list(customer, 'due', outsider.token)).toEqual([]);
  const input = { id: row.id, version: row.version, result: 'reached', note: '平安' };
  expect(await finish(input, caller)).toMatchObject({ status: 403 });
  expect(await finish(input, outsider)).toMatchObject({ status: 404 });
});

test('one’s own are those that fall to oneself and those of nobody', async () => {
  const { row: mine } = await owed();
  const { row: nobodys } = await cared();
  const seen = async ({ token }: TestUser) =>
    (await app.list(followUpApi.getFollowUpList, { mine: true, limit: 200 }, token)).rows.map(({ id }) => id);
  expect(await seen(operator)).toEqual(expect.arrayContaining([mine.id, nobodys.id]));
  expect(await seen(other)).toContain(nobodys.id);
  expect(await seen(other)).not.toContain(mine.id);
});

test('whoever a follow-up falls to has the numbers of the person and of their contacts, others have them masked', async () => {
  const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true }];
  const { row, customer } = await owed({ mobile: '13912345678', address: '9幢2单元602', contacts });
  const callCard = (user: TestUser) => app.call(followUpApi.getFollowUpPerson, { id: row.id }, user.token);
  expect(await callCard(operator)).toMatchObject({
    ...{ mobile: '13912345678', address: null },
    contacts: [{ name: '陈敏', phone: '13900004402' }],
  });
  expect(await callCard(other)).toMatchObject({ mobile: '139****5678', contacts: [{ phone: '139****4402' }] });
  await finish({ id: row.id, version: row.version, result: 'visit', note: '电话里说不清' });
  expect((await callCard(operator)).address).toBe('9幢2单元602');
  expect((await callCard(operator)).before).toMatchObject([{ result: 'visit', note: '电话里说不清' }]);
  const [visit] = await list(customer, 'visit');
  await finish({ id: row.id, version: visit?.version, result: 'reached', note: '已上门' });
  const over = await app.tryCall(followUpApi.getFollowUpPerson, { id: row.id }, operator.token);
  expect(over).toMatchObject({ status: 409, msg: '这条回访已经结束，请刷新列表' });
});

test('what somebody asks for is owed by whoever took it down, and is closed with how satisfied they are', async () => {
  const customerId = await aCustomer(app);
  const input = { customerId, requestType: 'referral', request: '想请人上门理发', due: hours(24) };
  const tried = (more = {}) => app.tryCall(followUpApi.addRequest, { ...input, ...more }, operator.token);
  expect(await tried()).toMatchObject({ status: 400, msg: '请填写转介给谁' });
  expect(await tried({ provider: '社区理发店', due: hours(-1) })).toMatchObject({
    status: 400,
    msg: '回访时间已经过去',
  });
  expect((await tried({ provider: '社区理发店' })).status).toBe(200);
  const [row] = await list(customerId, 'later');
  expect(row).toMatchObject({
    ...{ kind: 'request', requestType: 'referral', request: '想请人上门理发', provider: '社区理发店' },
    assigneeId: operator.id,
  });
  const came = { id: row?.id, version: row?.version, result: 'reached', note: '已经理好' };
  expect(await finish(came)).toMatchObject({ status: 400, msg: '请选择满意度' });
  expect(await finish({ ...came, satisfaction: 'very_good' })).toMatchObject({ data: { state: 'done' } });
});

test('whoever did not answer is not rung up at night: the call is moved to nine in the morning where they are', async () => {
  const moved = (clock: string) => byDay(db, `2026-11-2${clock}:00.000+08:00`, 'Asia/Shanghai');
  const calls = ['0 08:00', '0 19:59', '0 20:00', '0 23:00', '1 00:30', '1 07:59'].map((one) =>
    moved(one.replace(' ', 'T')),
  );
  expect(await Promise.all(calls)).toEqual([
    ...['2026-11-20T00:00:00.000Z', '2026-11-20T11:59:00.000Z'],
    ...Array.from({ length: 4 }, () => '2026-11-21T01:00:00.000Z'),
  ]);
  expect(await byDay(db, '2026-11-20T15:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-20T15:00:00.000Z');
});

test('of a plan made in the afternoon nothing is due in the morning of the same day; of one made before nine it is due at nine', async () => {
  const leader = await aUser(app, { role: 'leader' });
  const hour = new Date().getUTCHours();
  // Uses zones where it is 15:00 and 05:00, by their offset from UTC.
  for (const clock of [15, 5]) {
    const ahead = ((clock - hour + 36) % 24) - 12;
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    const local = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: zone });
    const today = local(Date.now()).slice(0, 10);
    const project = await aProject(app);
    await app.sql('update project set time_zone = $2 where id = $1', [project, zone]);
    const born = `1941-${today.slice(5)}`;
    await Promise.all([1, 2].map(() => aCustomer(app, { project, birthDate: born })));
    for (const kind of ['care', 'birthday'] as const) {
      const begun = Date.now();
      const days = { from: today, until: today, shareAmong: [operator.id] };
      const plan = { kind, name: '一天', filter: { projectId: project }, ...days };
      const { id } = await app.call(followUpApi.addPlan, plan, leader.token);
      const rows = await app.list(followUpApi.getFollowUpList, { planId: id, view: 'all', limit: 50 }, leader.token);
      const dues = rows.rows.map(({ due }) => due);
      expect(dues).toHaveLength(2);
      for (const due of dues) {
        if (clock === 15) expect(Date.parse(due), kind).toBeGreaterThanOrEqual(begun - 1000);
        else expect(local(Date.parse(due)), kind).toBe(`${today} 09:00:00`);
      }
    }
  }
});
