import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { drillApi } from '#features/drill/contract.ts';
import { handoverApi } from '#features/handover/contract.ts';
import { homeApi } from '#features/home/contract.ts';
import { qualityApi } from '#features/quality/contract.ts';
import { seatApi } from '#features/seat/contract.ts';
import { sharedSheet } from '#features/share/server/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import {
  counted,
  familyOf,
  firstClaimer,
  type LockedWarn,
  liftToDesk,
  lockWarn,
  occasionOf,
  raise,
  requireHealthWarn,
  responseSeconds,
  takeWarn,
  visibleHealthWarns,
  waiting,
} from '#features/warn/server/service.ts';
import { tabFilters, warnListApi } from '#features/warnList/contract.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { releaseAssignments } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import type { WarnLevel } from '#shared/codes.ts';

let app: TestApp;
/** Sees and works with the warns of the desk and with health warns. */
let leader: TestUser;
let operator: TestUser;
/** Sees health warns alone. */
let nurse: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
  const ofDesk = ['list', 'claim', 'lead', 'judge', 'device'].map((right) => `warn:${right}`);
  const others = ['quality:list', 'quality:score', 'home:lead', 'home:area', 'seat:list', 'customer:list'];
  const withRole = async (permissions: string[]) =>
    aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['earlyWarning:list', ...permissions] }) });
  leader = await withRole([...ofDesk, ...others]);
  nurse = await withRole([]);
});
afterAll(() => app.stop());

async function viewerOf({ id }: { id: string }): Promise<Viewer> {
  return (await viewerOfUser(id, newTrace())) ?? system();
}

interface Asked {
  sign?: string;
  equipmentId?: string;
  silent?: boolean;
}

/** Raises a health warn of a customer as a rule does. */
async function raised(customer: string, level: WarnLevel, { sign = 'hr', equipmentId, silent = false }: Asked = {}) {
  const [row] = await command(system(newTrace()), async (ctx) => {
    const owner = await ctx.tx.selectFrom('customer').selectAll().where('id', '=', customer).executeTakeFirstOrThrow();
    return raise(ctx, [
      {
        ...{ subject: `h:${customer}:${sign}`, type: 'health', level, family: familyOf('health', level) },
        ...{ customerId: customer, equipmentId: equipmentId ?? null, equipmentSn: null, phone: null, address: null },
        ...{ departmentId: owner.departmentId, projectId: owner.projectId, occurredAt: null },
        ...{ receivedAt: new Date().toISOString(), late: false, silent, position: null, note: '心率 128' },
        ...{ createdBy: null, vendorCode: null, demo: false },
      },
    ]);
  });
  if (!row) throw new Error('nothing raised');
  return row;
}

/** Changes a health warn as health staff do. */
async function changed(id: string, by: TestUser, fn: (locked: LockedWarn, viewer: Viewer) => Promise<unknown>) {
  const viewer = await viewerOf(by);
  await command(viewer, async (ctx) => {
    await requireHealthWarn(viewer, id, ctx.tx);
    const row = await lockWarn(ctx.tx, id);
    if (row) await fn({ ...ctx, row }, viewer);
  });
}

const hold = (id: string, by: TestUser) => changed(id, by, takeWarn);
const stored = async (id: string) => {
  const row = await db.selectFrom('warn').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return row;
};
const rungsOf = (id: string) =>
  app.sql(
    `select t.kind, t.rung, t.name, round(extract(epoch from t.due_at - w.waiting_since))::int as after
     from warn_timer t join warn w on w.id = t.warn_id where w.id = $1 and t.done_at is null order by t.kind, t.rung`,
    [id],
  );
const eventsOf = (id: string) =>
  app.sql(`select topic, kind, permission from event where body ->> 'id' = $1 and topic <> 'job' order by id`, [id]);

/** Returns what a leader reads of the desk's work, in lists, counts and figures, and what was sent to anybody. */
async function deskNow(customer: string) {
  const by = leader.token;
  const [count] =
    await app.sql(`select (select count(*)::int from warn_timer) as timers, (select count(*)::int from notification) as messages,
    (select count(*)::int from event where topic = 'warn') as events`);
  const [list] = await db.rows(sql<{ waiting: number; counted: number }>`
    select count(*) filter (where ${waiting})::int as waiting, count(*) filter (where ${counted})::int as counted from warn`);
  const tabs = Object.entries(tabFilters).map(async ([tab, filters]) => [
    tab,
    (await app.list(warnListApi.getWarnList, { ...filters, limit: 200 }, by)).count,
  ]);
  const { queue, mine, today, work, watch } = await app.call(homeApi.getHome, {}, by);
  const { openWarnCount, warnCount30 } = await app.call(customerApi.getCustomer, { id: customer }, by);
  return {
    ...{ count, list, openWarnCount, warnCount30 },
    tabs: await Promise.all(tabs),
    counts: await app.call(warnListApi.getWarnCount, {}, by),
    home: { queue, mine, today, work, watch },
    ofCustomer: (await app.list(warnListApi.getWarnList, { customerId: customer }, by)).count,
    seats: await app.call(seatApi.getSeatList, {}, by),
    seatFigures: await app.call(warnApi.getSeatFigures, {}, by),
    operators: (await app.list(qualityApi.getOperatorFigures, {}, by)).rows,
  };
}

describe('a health warn of level 2 to 4 is nothing to the desk', () => {
  const states: [string, WarnLevel, (id: string) => Promise<unknown>][] = [
    ['waiting', 2, async () => {}],
    ['in hand of somebody with a seat', 3, (id) => hold(id, leader)],
    [
      'ended',
      4,
      async (id) => {
        await hold(id, leader);
        await app.sql(
          `update warn set status = 'done', result = 'phone', finished_at = now(), handler_id = $2 where id = $1`,
          [id, leader.id],
        );
      },
    ],
  ];
  test.each(states)('%s', async (_name, level, reach) => {
    const customer = await aCustomer(app);
    const { id: press } = await app.call(
      warnApi.addWarn,
      { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
      operator.token,
    );
    await app.call(warnApi.claimWarn, { id: press }, operator.token);
    const before = await deskNow(customer);
    const { id } = await raised(customer, level);
    await reach(id);
    expect(await deskNow(customer)).toEqual(before);
    expect(await stored(id)).toMatchObject({ family: 'health', level, test: false, no: expect.stringMatching(/^JK-/) });
    expect(await rungsOf(id)).toEqual([]);
    expect(new Set((await eventsOf(id)).map(({ topic }) => topic))).toEqual(new Set(['earlyWarning']));
    const sheet = await app.call(handoverApi.startHandover, { userId: operator.id }, leader.token);
    expect(sheet.openWarnIds).not.toContain(id);
  });

  test('no call of the desk opens, takes, moves or ends it', async () => {
    const { id } = await raised(await aCustomer(app), 2);
    const calls = [
      app.tryCall(deskApi.getWarn, { id }, leader.token),
      app.tryCall(warnApi.claimWarn, { id }, leader.token),
      app.tryCall(warnApi.transferWarn, { id, userId: operator.id, reason: '转' }, leader.token),
      app.tryCall(closingApi.closeWarn, { id, ...ending }, leader.token),
      app.tryCall(closingApi.falseWarn, { id, reason: 'test', confirmedBy: 'leader' }, leader.token),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
    await hold(id, leader);
    expect((await app.tryCall(closingApi.closeWarn, { id, ...ending }, leader.token)).status).toBe(404);
  });
});

test('at level 1 a health warn rings as an SOS: in the queue, with its ladder and its event', async () => {
  const customer = await aCustomer(app);
  const before = await app.call(warnListApi.getWarnCount, {}, operator.token);
  const { id } = await raised(customer, 1, { silent: true });
  const { id: press } = await app.call(
    warnApi.addWarn,
    { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
    operator.token,
  );
  expect(await stored(id)).toMatchObject({ family: 'sos', status: 'pending', silent: false });
  expect((await stored(id)).no).toMatch(/^JK-/);
  expect(await rungsOf(id)).toEqual(await rungsOf(press));
  expect((await eventsOf(id)).map(({ topic, kind, permission }) => [topic, kind, permission])).toEqual([
    ['warn', 'created', 'warn:list'],
    ['earlyWarning', 'created', 'earlyWarning:list'],
  ]);
  expect((await app.call(warnListApi.getWarnCount, {}, operator.token)).pending).toBe(before.pending + 2);
});

describe('a health warn that becomes level 1', () => {
  const ways: [string, (customer: string, id: string) => Promise<unknown>][] = [
    ['by a repeat', (customer) => raised(customer, 1)],
    ['at the word of a user', (_customer, id) => changed(id, leader, liftToDesk)],
  ];
  test.each(ways)('%s goes back to waiting from who held it, rings anew and never falls back', async (_name, lift) => {
    const customer = await aCustomer(app);
    const { id } = await raised(customer, 3);
    await hold(id, leader);
    await app.sql(
      `update warn set received_at = received_at - interval '1 day', waiting_since = waiting_since - interval '1 day' where id = $1`,
      [id],
    );
    expect(await rungsOf(id)).toEqual([]);
    await lift(customer, id);
    expect(await stored(id)).toMatchObject({
      ...{ family: 'sos', level: 1, status: 'pending', handlerId: null, claimedAt: null, firstClaimedAt: null },
      ...{ overdue: false },
    });
    const { id: press } = await app.call(
      warnApi.addWarn,
      { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
      operator.token,
    );
    expect(await rungsOf(id)).toEqual(await rungsOf(press));
    expect(await eventsOf(id)).toContainEqual({ topic: 'warn', kind: 'created', permission: 'warn:list' });
    const { steps } = await app.call(deskApi.getWarn, { id }, operator.token);
    expect(steps.filter(({ kind }) => kind === 'released')).toMatchObject([
      { note: expect.stringContaining('升为紧急，转入接警台') },
    ]);
    // Who held it before is not who answered at the desk.
    await app.call(warnApi.claimWarn, { id }, operator.token);
    const [answer] = await db.rows(sql<{ by: string; seconds: number }>`
      select ${firstClaimer}::text as by, ${responseSeconds}::float8 as seconds from warn where id = ${id}`);
    expect(answer?.by).toBe(operator.id);
    expect(answer?.seconds).toBeLessThan(3600);
    expect((await raised(customer, 4)).id).toBe(id);
    expect(await stored(id)).toMatchObject({ family: 'sos', level: 1, status: 'handling', handlerId: operator.id });
    await aConnectedCall(app, id, operator.token);
    await app.call(closingApi.closeWarn, { id, ...ending }, operator.token);
    expect((await stored(id)).status).toBe('done');
  });

  test('is the desk’s once however many raises lift it at once', async () => {
    const customer = await aCustomer(app);
    const levels: WarnLevel[] = [1, 3, 1, 2, 1, 4];
    const rows = await Promise.all(levels.map((level) => raised(customer, level)));
    const ids = [...new Set(rows.map(({ id }) => id))];
    expect(ids).toHaveLength(1);
    expect(await stored(ids[0] ?? '')).toMatchObject({ family: 'sos', level: 1, status: 'pending', repeatCount: 5 });
    expect(await rungsOf(ids[0] ?? '')).not.toEqual([]);
  });
});

test('a drill makes no test of a health warn, and one of level 1 rings in it', async () => {
  const customer = await aCustomer(app);
  const device = await aDevice(app, { customer });
  const from = new Date(Date.now() - 1000).toISOString();
  const drill = { from, until: new Date(Date.now() + 3_600_000).toISOString(), reason: '季度演练' };
  await app.call(drillApi.openDrill, { ...drill, equipmentIds: [device.id] }, leader.token);
  const own = { equipmentId: device.id };
  for (const [level, sign] of [
    [3, 'spo2'],
    [1, 'hr'],
  ] as const) {
    const { id } = await raised(customer, level, { ...own, sign });
    expect(await stored(id)).toMatchObject({ test: false, silent: false });
    expect((await rungsOf(id)).length > 0).toBe(level === 1);
  }
});

test('who sees health warns alone hears and reads these alone, at the desk too; others nothing of them', async () => {
  const customer = await aCustomer(app);
  const [health, desk] = [await Live.open(app.url, nurse.token), await Live.open(app.url, operator.token)];
  const { id } = await raised(customer, 2);
  const { id: press } = await app.call(
    warnApi.addWarn,
    { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
    operator.token,
  );
  await until('the press', () => desk.events.some(({ data }) => data.warn?.id === press));
  await until('the warning', () => health.events.some(({ event }) => event === 'earlyWarning'));
  expect(health.events.filter(({ event }) => event === 'warn')).toEqual([]);
  expect(desk.events.filter(({ event }) => event === 'earlyWarning')).toEqual([]);
  const idsFor = async (user: TestUser) => {
    const rows = await visibleHealthWarns(await viewerOf(user))
      .select('warn.id')
      .where('warn.customerId', '=', customer)
      .execute();
    return rows.map((row) => row.id);
  };
  expect([await idsFor(nurse), await idsFor(operator)]).toEqual([[id], []]);
  await expect(requireHealthWarn(await viewerOf(nurse), press)).rejects.toMatchObject({ status: 404 });
  const family = { family: ['health' as const], customerId: customer };
  expect((await app.list(warnListApi.getWarnList, family, operator.token)).count).toBe(0);
  expect((await app.list(warnListApi.getWarnList, family, leader.token)).count).toBe(1);
  await raised(customer, 1);
  await until('the ring', () => desk.events.some(({ data }) => data.warn?.id === id));
  expect(await idsFor(nurse)).toEqual([id]);
});

test('who logs out keeps the health warns in hand; an account that ends releases them, without a ladder', async () => {
  const { id } = await raised(await aCustomer(app), 3);
  await hold(id, nurse);
  await releaseAssignments(await viewerOf(nurse), nurse.id, '退出登录');
  expect(await stored(id)).toMatchObject({ status: 'handling', handlerId: nurse.id });
  await releaseAssignments(system(newTrace()), nurse.id, '账号停用');
  expect(await stored(id)).toMatchObject({ status: 'pending', handlerId: null });
  expect(await rungsOf(id)).toEqual([]);
});

test('nobody enters a health warn by hand', async () => {
  const input = { customerId: await aCustomer(app), type: 'health', level: 2, note: '试' } as never;
  expect((await app.tryCall(warnApi.addWarn, input, operator.token)).status).toBe(400);
});

test('people outside read no word of health', async () => {
  const { id } = await raised(await aCustomer(app), 1);
  const row = await lockWarn(db, id);
  if (!row) throw new Error('no warn');
  for (const event of ['family', 'dispatch'] as const) expect(occasionOf(row, event, 1).title).toMatch(/^紧急情况 JK-/);
  expect(JSON.stringify(await sharedSheet(db, id))).not.toContain('健康');
});

test('a merge moves health warns, and of two open ones of a sign the more urgent stays', async () => {
  const [keep, drop] = [await aCustomer(app), await aCustomer(app)];
  const alone = await raised(drop, 3, { sign: 'spo2' });
  const [theirs, urgent] = [await raised(keep, 3), await raised(drop, 1)];
  const [held, lower] = [await raised(keep, 2, { sign: 'rr' }), await raised(drop, 4, { sign: 'rr' })];
  await hold(held.id, leader);
  await app.call(customerMergeApi.mergeCustomer, { keepId: keep, dropId: drop, fields: {} }, app.admin);
  const open = await app.sql(
    `select id::text, subject, customer_id::text as customer, status, family from warn where customer_id in ($1, $2)
     and status in ('pending', 'handling') order by id`,
    [keep, drop],
  );
  expect(open).toEqual([
    { id: alone.id, subject: `h:${keep}:spo2`, customer: keep, status: 'pending', family: 'health' },
    { id: urgent.id, subject: `h:${keep}:hr`, customer: keep, status: 'pending', family: 'sos' },
    { id: held.id, subject: `h:${keep}:rr`, customer: keep, status: 'handling', family: 'health' },
  ]);
  for (const { id } of [theirs, lower])
    expect(await stored(id)).toMatchObject({ status: 'done', closeNote: expect.stringContaining('客户合并') });
  expect((await raised(keep, 1)).id).toBe(urgent.id);
});
