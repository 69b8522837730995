import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { releaseAbandoned } from '#features/warn/server/service.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, anAccount, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { auditTimers, fireDue } from './timers.ts';

let app: TestApp;
let operator: TestUser;
let leader: TestUser;
let quick: string;
let slow: string;

beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
  leader = await aUser(app, { role: 'leader' });
  quick = await aProject(app, undefined, 3);
  slow = await aProject(app);
});
afterAll(() => app.stop());

async function alarm(project: string, level: 1 | 2 | 3 | 4 = 1): Promise<string> {
  const customerId = await aCustomer(app, { project });
  const input = { customerId, type: 'sos' as const, level, occurredAt: new Date().toISOString(), note: '来电' };
  return (await app.call(warnApi.addWarn, input, operator.token)).id;
}

const detail = (id: string) => app.call(deskApi.getWarn, { id }, app.admin);
/** Timers of the ladder, without the one that marks the alarm as overdue. */
const timersOf = (id: string) =>
  app.sql<{ kind: string; rung: number; done: boolean; after: number; name: string }>(
    `select t.kind, t.rung, t.done_at is not null as done, round(extract(epoch from t.due_at - w.waiting_since))::int as after, t.name
     from warn_timer t join warn w on w.id = t.warn_id where w.id = $1 and t.rung >= 0 order by t.kind, t.rung`,
    [id],
  );
/** Makes everything of this alarm due now. */
const hasten = (id: string, kind = 'claim') =>
  app.sql(
    `update warn_timer set due_at = now() - interval '1 second' where warn_id = $1 and kind = $2 and done_at is null`,
    [id, kind],
  );

test('the ladder of level 2 waits three times, of level 3 ten times as long, level 4 climbs nothing', async () => {
  const project = await aProject(app);
  const after = async (level: 1 | 2 | 3 | 4) =>
    (await timersOf(await alarm(project, level))).map((timer) => timer.after);
  expect(await after(1)).toEqual([30, 60, 180, 300]);
  expect(await after(2)).toEqual([90, 180, 540, 900]);
  expect(await after(3)).toEqual([300, 600, 1800, 3000]);
  expect(await after(4)).toEqual([]);
});

test('with claimSeconds 3 nobody taking it climbs by itself, is told live and stands in the timeline', async () => {
  const live = await Live.open(app.url, operator.token);
  const id = await alarm(quick);
  const event = await live.waitFor(
    'the escalation',
    (entry) => entry.data.kind === 'escalated' && entry.data.warn.id === id,
  );
  expect(event.data.warn).toMatchObject({ overdue: true });
  await until('the next rung', async () => (await detail(id)).escalation >= 2, 20_000);
  const { steps } = await detail(id);
  const climbed = steps.filter((step) => step.kind === 'escalated');
  expect(climbed.map((step) => step.data.escalation)).toEqual(climbed.map((_, index) => index + 1));
  expect(climbed[0]?.note).toContain(leader.name);
  expect(steps.some((step) => step.kind === 'note' && step.data.rung === 0)).toBe(true);
  live.close();
});

test('a rung stands in the inbox of those whom it names, says who was not logged in, and names nobody out of scope', async () => {
  const [community, elsewhere] = [await aDepartment(app), await aDepartment(app)];
  const project = await aProject(app);
  const inCommunity = { role: 'leader' as const, department: community };
  const awake = await aUser(app, inCommunity);
  const away = await aUser(app, inCommunity);
  const others = [
    await aUser(app, { role: 'leader', department: elsewhere }),
    await aUser(app, { ...inCommunity, projects: [quick] }),
  ];
  const live = await Live.open(app.url, awake.token);
  const customerId = await aCustomer(app, { project, department: community });
  const input = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: '来电',
  };
  const { id, no } = await app.call(warnApi.addWarn, input, app.admin);
  await hasten(id);
  await until('the ladder', async () => {
    await fireDue();
    return (await detail(id)).escalation === 3;
  });
  const climbed = (await detail(id)).steps.filter((step) => step.kind === 'escalated');
  const leaders = climbed.find((step) => step.data.target === 'leader');
  expect(leaders?.data.people).toEqual(
    expect.arrayContaining([
      { id: awake.id, name: awake.name, channel: 'inbox', state: 'delivered' },
      { id: away.id, name: away.name, channel: 'inbox', state: 'undelivered' },
    ]),
  );
  const told = leaders?.note ?? '';
  expect(told).toContain('站内通知班长：');
  expect(told).toContain(`${awake.name}（已送达）`);
  expect(told).toContain(`${away.name}（未送达，未登录）`);
  for (const other of others) expect(told).not.toContain(other.name);
  expect(climbed.find((step) => step.data.target === 'manager')).toMatchObject({
    note: expect.stringContaining('站内通知部门负责人：范围内没有人担任，无人收到'),
    data: { people: [] },
  });
  const inbox = async (user: TestUser) =>
    (await app.list(noticeApi.getMyNoticeList, {}, user.token)).rows.filter((row) => row.content.includes(no));
  for (const user of [awake, away]) expect(await inbox(user)).toHaveLength(1);
  for (const user of others) expect(await inbox(user)).toEqual([]);
  live.close();
});

test('alarms that climb together are one message in the inbox', async () => {
  const department = await aDepartment(app);
  const boss = await aUser(app, { role: 'leader', department });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    const customerId = await aCustomer(app, { project: slow, department });
    const input = {
      customerId,
      type: 'sos' as const,
      level: 1 as const,
      occurredAt: new Date().toISOString(),
      note: '来电',
    };
    ids.push((await app.call(warnApi.addWarn, input, app.admin)).id);
  }
  await app.sql(`update warn_timer set due_at = now() + interval '1 second' where warn_id = any($1) and rung = 1`, [
    ids,
  ]);
  await until('all to climb', async () => {
    const [row] = await app.sql<{ n: number }>(
      'select count(*)::int as n from warn where id = any($1) and escalation > 0',
      [ids],
    );
    return row?.n === 5;
  });
  const { rows } = await app.list(noticeApi.getMyNoticeList, {}, boss.token);
  expect(rows.map((row) => row.title)).toEqual(['5 条告警升级']);
});

test('with many loops firing at the same time each rung fires once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => alarm(slow)));
  for (const id of ids) await hasten(id);
  await Promise.all(Array.from({ length: 6 }, () => fireDue()));
  await until('all rungs', async () => {
    await fireDue();
    const left = await app.sql(`select 1 from warn_timer where done_at is null and warn_id = any($1)`, [ids]);
    return left.length === 0;
  });
  for (const id of ids) {
    const { escalation, steps } = await detail(id);
    expect(escalation).toBe(3);
    expect(
      steps
        .filter((step) => step.kind === 'escalated')
        .map((step) => step.data.rung)
        .sort(),
    ).toEqual([1, 2, 3]);
  }
});

test('of a backlog level 1 goes first, and of each what has been due longest', async () => {
  const levels = [2, 1, 3, 1, 2] as const;
  const ids: string[] = [];
  for (const level of levels) ids.push(await alarm(slow, level));
  await app.sql(
    `update warn_timer t set due_at = now() - make_interval(secs => 100 - array_position($1::bigint[], t.warn_id)) where warn_id = any($1) and rung = 1`,
    [ids],
  );
  const fired = await until('all of them', async () => {
    const rows = await app.sql<{ warn: string }>(
      `select warn_id::text as warn from warn_step where warn_id = any($1) and kind = 'escalated' order by id`,
      [ids],
    );
    return rows.length === ids.length && rows;
  });
  expect(fired.map(({ warn }) => levels[ids.indexOf(warn)])).toEqual([1, 1, 2, 3, 2]);
});

test('seats are offered one alarm each, however many wait at once, and the others are told that there is none', async () => {
  const department = await aDepartment(app);
  const project = await aProject(app);
  const idle = await Promise.all([1, 2].map(() => aUser(app, { department, projects: [project] })));
  const presentIds = idle.map(({ id }) => id);
  const customers = await Promise.all([1, 2, 3].map(() => aCustomer(app, { project, department })));
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
  const ids: string[] = [];
  for (const customerId of customers)
    ids.push((await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin)).id);
  await app.sql('delete from presence');
  await app.sql('insert into presence select unnest($1::bigint[]), now()', [presentIds]);
  await app.sql('update warn_timer set due_at = now() where warn_id = any($1) and rung = 0', [ids]);
  const offered = await until('all offers', async () => {
    const rows = await app.sql<{ to: string | null }>(
      `select data ->> 'offeredTo' as to from warn_step where warn_id = any($1) and data ->> 'rung' = '0'`,
      [ids],
    );
    return rows.length === ids.length && rows.map(({ to }) => to);
  });
  expect(offered.map(String).sort()).toEqual([...presentIds, 'null'].sort());
});

test('taking alarms while their rungs fire neither fails nor doubles a step', async () => {
  // As many as the alarm pool has connections: on a busy machine a further one may time out waiting for its connection.
  const ids = await Promise.all(Array.from({ length: 6 }, () => alarm(slow)));
  for (const id of ids) await hasten(id);
  const claims = ids.map((id) => app.tryCall(warnApi.claimWarn, { id }, operator.token));
  const [answers] = await Promise.all([Promise.all(claims), fireDue(), fireDue(), fireDue()]);
  expect(answers.map((answer) => answer.status)).toEqual(ids.map(() => 200));
  await fireDue();
  for (const id of ids) {
    const { steps, status } = await detail(id);
    expect(status).toBe('handling');
    expect(steps.filter((step) => step.kind === 'claimed')).toHaveLength(1);
    const rungs = steps.filter((step) => step.kind === 'escalated').map((step) => step.data.rung);
    expect(new Set(rungs).size).toBe(rungs.length);
  }
});

test('an alarm that was taken climbs no more, and one that is finished has nothing due', async () => {
  const id = await alarm(slow);
  await app.call(warnApi.claimWarn, { id }, operator.token);
  expect((await timersOf(id)).map((timer) => timer.kind)).toEqual(['progress']);
  await app.call(closingApi.falseWarn, { id, reason: 'test', confirmedBy: 'leader' }, leader.token);
  expect(await timersOf(id)).toEqual([]);
});

test('taken and without a step it goes to the leader, then to the administrator; each step starts the limit anew', async () => {
  const id = await alarm(slow);
  await app.call(warnApi.claimWarn, { id }, operator.token);
  await app.sql(`update warn_timer set due_at = now() + interval '5 seconds' where warn_id = $1`, [id]);
  await app.call(deskApi.addWarnNote, { id, note: '正在回拨' }, operator.token);
  const [moved] = await app.sql<{ left: number }>(
    'select extract(epoch from due_at - now())::float8 as left from warn_timer where warn_id = $1',
    [id],
  );
  expect(moved?.left).toBeGreaterThan(500);
  for (const target of ['leader', 'admin']) {
    await hasten(id, 'progress');
    await until('the stall', async () => {
      await fireDue();
      return (await detail(id)).steps.some((step) => step.kind === 'escalated' && step.data.target === target);
    });
  }
  expect((await detail(id)).escalation).toBe(2);
});

test('who receives a transfer has one limit before the leader is told, also when the ladder was climbed before', async () => {
  const slowWarn = await alarm(slow);
  await app.call(warnApi.claimWarn, { id: slowWarn }, operator.token);
  await app.call(warnApi.transferWarn, { id: slowWarn, userId: leader.id, reason: '换班' }, operator.token);
  const [next] = (await timersOf(slowWarn)).filter((timer) => timer.kind === 'claim');
  expect(next).toMatchObject({ rung: 1, name: 'leader' });
  const climbed = await alarm(slow);
  await hasten(climbed);
  await until('the whole ladder', async () => {
    await fireDue();
    return (await detail(climbed)).escalation === 3;
  });
  await app.call(warnApi.claimWarn, { id: climbed }, operator.token);
  await app.call(warnApi.releaseWarn, { id: climbed, reason: '接错' }, operator.token);
  expect((await timersOf(climbed)).filter((timer) => !timer.done)).toMatchObject([
    { kind: 'receiver', name: 'leader' },
  ]);
  await hasten(climbed, 'receiver');
  await until('the leader', async () => {
    await fireDue();
    return (await detail(climbed)).escalation === 4;
  });
});

test('nobody arriving within 15 minutes is told; an arrival takes that back', async () => {
  const id = await alarm(slow);
  await app.call(warnApi.claimWarn, { id }, operator.token);
  const send = () => app.call(dispatchApi.dispatchWarn, { id, name: '服务站', kind: 'station' }, operator.token);
  const arrivals = async () => (await timersOf(id)).filter((timer) => timer.kind === 'arrival' && !timer.done);
  const { data } = await send();
  expect(await arrivals()).toHaveLength(1);
  const dispatchId = String(data.dispatchId);
  await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state: 'arrived' }, operator.token);
  expect(await arrivals()).toEqual([]);
  await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state: 'done' }, operator.token);
  await send();
  await hasten(id, 'arrival');
  await until('the missing arrival', async () => {
    await fireDue();
    return (await detail(id)).steps.some((step) => step.kind === 'escalated' && step.data.cause === 'arrival');
  });
});

test('limits of a project rise from 3 s, its ladder rises, and a stale version is refused with what changed', async () => {
  const id = await aProject(app);
  const edit = (change: object) => app.tryCall(projectApi.editProjectConfig, { id, version: 1, ...change }, app.admin);
  expect((await edit({ claimSeconds: 2 })).status).toBe(400);
  expect((await edit({ timeZone: 'Mars/Base' })).msg).toBe('没有这个时区');
  const falling = [
    { after: 60, target: 'leader' },
    { after: 30, target: 'admin' },
  ];
  expect((await edit({ ladder: falling })).msg).toBe('升级阶梯的等待秒数须逐级增大');
  expect((await edit({ claimSeconds: 3, ladder: falling.toReversed() })).code).toBe(0);
  expect((await timersOf(await alarm(id))).map((timer) => [timer.after, timer.name])).toEqual([
    [2, 'seat'],
    [30, 'admin'],
    [60, 'leader'],
  ]);
  expect(await edit({ claimSeconds: 5 })).toMatchObject({
    status: 409,
    data: {
      version: 2,
      updatedBy: '管理员',
      changes: expect.arrayContaining([{ field: 'claimSeconds', old: 60, new: 3 }]),
    },
  });
});

test('the auditor counts what is more than 30 s overdue', async () => {
  const id = await alarm(slow);
  await app.sql(`update warn_timer set done_at = now() where warn_id = $1`, [id]);
  expect(await auditTimers()).toBe(0);
});

test('what an operator holds who is gone for 2 minutes is given back, unless everybody is gone', async () => {
  const id = await alarm(slow);
  await app.call(warnApi.claimWarn, { id }, operator.token);
  await app.sql(`update warn set last_step_at = now() - interval '3 minutes' where id = $1`, [id]);
  const seen = (user: TestUser, ago: string) =>
    app.sql(
      `insert into presence values ($1, now() - $2::interval) on conflict (user_id) do update set seen_at = excluded.seen_at`,
      [user.id, ago],
    );
  const longAgo = Date.now() - 600_000;
  await app.sql('delete from presence');
  await seen(operator, '3 minutes');
  expect(await releaseAbandoned(longAgo)).toBe(0);
  await seen(leader, '5 seconds');
  expect(await releaseAbandoned(Date.now() - 60_000)).toBe(0);
  expect(await releaseAbandoned(longAgo)).toBe(1);
  const { status, steps } = await detail(id);
  expect([status, steps.at(-1)?.kind, steps.at(-1)?.userId]).toEqual(['pending', 'released', null]);
  const told = (await app.list(noticeApi.getMyNoticeList, {}, leader.token)).rows.map(({ title }) => title);
  expect(told).toContain(`坐席离线：${operator.name}，1 条告警未结`);
});

test('the rung of the manager tells the leader of the department, else of the next one above that has one who can log in', async () => {
  const district = await aDepartment(app);
  const street = await aDepartment(app, district);
  const community = await aDepartment(app, street);
  const [above, ownLeader] = [await anAccount(app), await anAccount(app)];
  const lead = (department: string, user: string | null) =>
    app.sql('update department set leader_id = $2 where id = $1', [department, user]);
  /** Returns the users that the manager's rung names for a warn of the community. */
  const told = async () => {
    const customerId = await aCustomer(app, { project: slow, department: community });
    const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
    const { id } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
    await hasten(id);
    // The server's own loop may fire them at this moment.
    const rung = await until('the rung of the manager', async () => {
      await fireDue();
      const { steps } = await detail(id);
      return steps.find((entry) => entry.kind === 'escalated' && entry.data.target === 'manager');
    });
    return (rung.data.people as { name: string }[]).map((entry) => entry.name);
  };
  const area = await aUser(app, { role: 'area' });
  expect(await told()).toContain(area.name);
  await lead(district, above.id);
  expect(await told()).toEqual([above.name]);
  await lead(community, ownLeader.id);
  expect(await told()).toEqual([ownLeader.name]);
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [ownLeader.id]);
  expect(await told()).toEqual([above.name]);
});
