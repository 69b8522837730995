import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { type Raise, raise } from '#features/warn/server/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
let operator: TestUser;
let leader: TestUser;
/** A project whose ladder has no rung at its limit of 60 s. */
let sparse: string;

beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
  leader = await aUser(app, { role: 'leader' });
  sparse = await aProject(app);
  await configure(sparse, {
    ladder: [
      { after: 40, target: 'leader' },
      { after: 3600, target: 'admin' },
    ],
  });
});
afterAll(() => app.stop());

const configure = (id: string, change: object) =>
  app.call(projectApi.editProjectConfig, { id, version: 1, ...change }, app.admin);

async function alarm(project = sparse, level: 1 | 2 | 3 | 4 = 1): Promise<string> {
  const customerId = await aCustomer(app, { project });
  const input = { customerId, type: 'sos' as const, level, occurredAt: new Date().toISOString(), note: '来电' };
  return (await app.call(warnApi.addWarn, input, operator.token)).id;
}

const detail = (id: string) => app.call(deskApi.getWarn, { id }, app.admin);
const isOverdue = async (id: string) =>
  (await app.sql<{ overdue: boolean }>('select overdue from warn where id = $1', [id]))[0]?.overdue;
/** Late rungs that are still due, seconds after the reception. */
const lateAfter = async (id: string) =>
  (
    await app.sql<{ after: number }>(
      `select round(extract(epoch from t.due_at - w.received_at))::int as after from warn_timer t join warn w on w.id = t.warn_id
       where w.id = $1 and t.kind = 'claim' and t.rung < 0 and t.done_at is null order by t.due_at`,
      [id],
    )
  ).map(({ after }) => after);
/** Lets the alarm be as old as if it had come this many seconds before. */
async function age(id: string, seconds: number): Promise<void> {
  await app.sql(
    `with w as (update warn set received_at = received_at - make_interval(secs => $2), waiting_since = waiting_since - make_interval(secs => $2)
       where id = $1 returning id)
     update warn_timer set due_at = due_at - make_interval(secs => $2) from w where warn_id = w.id and done_at is null`,
    [id, seconds],
  );
}
/** Fires until nothing of the alarm is due any more. */
const settle = (id: string) =>
  until('what is due', async () => {
    await fireDue();
    const due = await app.sql('select from warn_timer where warn_id = $1 and done_at is null and due_at <= now()', [
      id,
    ]);
    return due.length === 0;
  });

test('an alarm that nobody claims is overdue at its limit, where no rung tells anybody of it too, and open desks hear it', async () => {
  const quick = await aProject(app, undefined, 3);
  await configure(quick, { ladder: [{ after: 3600, target: 'leader' }] });
  const live = await Live.open(app.url, operator.token);
  const id = await alarm(quick);
  const event = await live.waitFor('the mark', ({ data }) => data.warn?.id === id && data.warn.overdue === true);
  expect(event.data).toMatchObject({ kind: 'changed', warn: { escalation: 0 } });
  const { steps, escalation, overdue, nextRung } = await detail(id);
  expect({ escalation, overdue, nextRung }).toEqual({ escalation: 0, overdue: true, nextRung: '站内通知班长' });
  expect(steps.filter(({ kind }) => kind === 'escalated')).toEqual([]);
  const { rows } = await app.list(warnListApi.getWarnList, { overdue: true, projectId: quick }, app.admin);
  expect(rows.map((row) => row.id)).toEqual([id]);
  live.close();
});

test('the limit is three times as long at level 2, ten times at levels 3 and 4, and no rung to be shown or offered', async () => {
  for (const [level, after] of [
    [1, 60],
    [2, 180],
    [3, 600],
    [4, 600],
  ] as const) {
    const id = await alarm(sparse, level);
    expect(await lateAfter(id)).toEqual([after]);
    if (level === 4) expect((await detail(id)).nextRung).toBeNull();
    await age(id, after - 5);
    await settle(id);
    expect(await isOverdue(id), `level ${level}`).toBe(false);
    await age(id, 5);
    await settle(id);
    expect(await isOverdue(id), `level ${level}`).toBe(true);
  }
});

test('a rung that falls on the limit marks it, an earlier one, a stall and a missing arrival do not', async () => {
  const id = await alarm(await aProject(app));
  expect(await lateAfter(id)).toEqual([]);
  await age(id, 60);
  await settle(id);
  expect([await isOverdue(id), (await detail(id)).escalation]).toEqual([true, 1]);
  const early = await alarm();
  await age(early, 45);
  await settle(early);
  expect([await isOverdue(early), (await detail(early)).escalation]).toEqual([false, 1]);
  await app.call(warnApi.claimWarn, { id: early }, operator.token);
  expect(await lateAfter(early)).toEqual([]);
  await age(early, 4000);
  await settle(early);
  expect([await isOverdue(early), (await detail(early)).escalation]).toEqual([false, 2]);
});

test('a claim and an end without one are late by their times, although no timer fired', async () => {
  const untimed = async (seconds: number) => {
    const id = await alarm();
    await app.sql('delete from warn_timer where warn_id = $1', [id]);
    await age(id, seconds);
    return id;
  };
  const [late, inTime, ended, silent] = [await untimed(61), await untimed(50), await untimed(61), await untimed(61)];
  for (const id of [late, inTime]) await app.call(warnApi.claimWarn, { id }, operator.token);
  await app.call(closingApi.falseWarn, { id: ended, reason: 'test', confirmedBy: 'leader' }, leader.token);
  await app.sql('update warn set test = true, silent = true where id = $1', [silent]);
  await app.call(warnApi.claimWarn, { id: silent }, operator.token);
  expect(await Promise.all([late, inTime, ended, silent].map(isOverdue))).toEqual([true, false, true, false]);
});

test('only the first claim counts: what is released or given on later is not overdue by that', async () => {
  const id = await alarm();
  await app.call(warnApi.claimWarn, { id }, operator.token);
  await app.call(warnApi.releaseWarn, { id, reason: '接错' }, operator.token);
  expect(await lateAfter(id)).toEqual([]);
  await age(id, 10_000);
  await settle(id);
  await app.call(warnApi.claimWarn, { id }, leader.token);
  expect([await isOverdue(id), (await detail(id)).escalation]).toEqual([false, 2]);
});

test('an unclaimed alarm that is given to somebody keeps its limit, however its rungs move', async () => {
  for (const project of [sparse, await aProject(app)]) {
    const id = await alarm(project);
    await age(id, 30);
    await app.call(warnApi.transferWarn, { id, userId: leader.id, reason: '换班' }, operator.token);
    expect(await lateAfter(id)).toEqual([60]);
    await age(id, 30);
    await settle(id);
    expect([await isOverdue(id), (await detail(id)).escalation]).toEqual([true, 0]);
  }
});

test('a press that raises the level shortens the limit, which still counts from the reception', async () => {
  const id = await alarm(sparse, 3);
  const [row] = await app.sql<Record<'subject' | 'customer' | 'department' | 'receivedAt', string>>(
    `select subject, customer_id::text as customer, department_id::text as department, received_at as "receivedAt" from warn where id = $1`,
    [id],
  );
  if (!row) throw new Error('no such alarm');
  const press: Raise = {
    ...({ subject: row.subject, type: 'sos', level: 1, family: 'sos' } as const),
    ...{ customerId: row.customer, equipmentId: null, equipmentSn: null, phone: null, address: null },
    ...{ departmentId: row.department, projectId: sparse, occurredAt: null, receivedAt: new Date().toISOString() },
    ...{
      late: false,
      silent: false,
      position: null,
      note: '来电',
      createdBy: operator.id,
      vendorCode: null,
      demo: false,
    },
  };
  await command(system('press'), (ctx) => raise(ctx, [press]));
  expect(await lateAfter(id)).toEqual([60, 600]);
  await age(id, 60);
  await settle(id);
  expect(await isOverdue(id)).toBe(true);
});

test('in a project with a longer limit the alarm waits for that one', async () => {
  const id = await alarm();
  await app.sql('update project set claim_seconds = 120 where id = $1', [sparse]);
  await age(id, 61);
  await settle(id);
  expect([await isOverdue(id), await lateAfter(id)]).toEqual([false, [120]]);
  await age(id, 60);
  await settle(id);
  expect(await isOverdue(id)).toBe(true);
  await app.sql('update project set claim_seconds = 60 where id = $1', [sparse]);
});
