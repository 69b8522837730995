import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { type HomeItem, homeApi, homeWork } from '#features/home/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { config } from '#server/core/runtime.ts';
import { clearShared } from '#server/feature/sharedFor.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aRole, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { forbidden } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';

let app: TestApp;
let password: string;
let operator: string;

beforeAll(async () => {
  app = await startApp({ env: { DEMO: 'on' } });
  password = (await readFile(join(config().dataDir, 'demo-password'), 'utf8')).trim();
  operator = await app.login('chenli', password);
});

afterAll(() => app.stop());

/** Returns the parts of the home page; none has failed. */
async function home(token: string) {
  const { watch, ...parts } = await app.call(homeApi.getHome, {}, token);
  const failed = Object.entries(parts).filter(([, value]) => value === null);
  expect(failed).toEqual([]);
  return { ...(parts as Required<{ [K in keyof typeof parts]: NonNullable<(typeof parts)[K]> }>), watch };
}

const midnight = () => new Date(`${todayInChina(Date.now())}T00:00:00.000+08:00`).toISOString();

test('each figure of the day is the length of the list that it leads to', async () => {
  const { today: figures } = await home(operator);
  const count = async (filters: object) =>
    (await app.list(warnListApi.getWarnList, { counted: true, today: true, ...filters }, operator)).count;
  expect(figures.today).toBe(await count({}));
  expect(figures.done).toBe(await count({ status: ['done'] }));
  expect(figures.false).toBe(await count({ status: ['false'] }));
  expect(figures.hours.reduce((sum, n) => sum + n, 0)).toBe(figures.today);
  const { followUp: due } = await home(operator);
  expect(due.count).toBe((await app.list(warnListApi.getWarnList, { followUp: true }, operator)).count);
  expect(due.rows.map((row) => row.dueAt)).toEqual(due.rows.map((row) => row.dueAt).sort());
});

test('a follow-up that was put off says which attempt it is', async () => {
  const { token } = await aUser(app);
  const phone = {
    phone: '13800009997',
    type: 'sos',
    level: 1,
    occurredAt: new Date().toISOString(),
    note: '来电',
  } as const;
  const { id } = await app.call(warnApi.addWarn, phone, token);
  await app.sql(
    `update warn set status = 'done', finished_at = now(), follow_up_at = now() - interval '9 days' where id = $1`,
    [id],
  );
  const attempt = async () => (await home(token)).followUp.rows.find((row) => row.id === id);
  expect((await attempt())?.times).toBe(1);
  const again = new Date(Date.now() - 8 * 86_400_000).toISOString();
  await app.call(warnApi.finishFollowUp, { id, note: '没人接', again }, token);
  expect((await attempt())?.times).toBe(2);
});

test('an alarm that waits beyond its limit counts as late before anybody takes it', async () => {
  const raised = await app.call(
    warnApi.addWarn,
    { phone: '13800009999', type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
    operator,
  );
  const { today: previous } = await home(operator);
  await app.sql(
    `with w as (update warn set received_at = received_at - interval '1 minute', waiting_since = waiting_since - interval '1 minute' where id = $1)
     update warn_timer set due_at = due_at - interval '1 minute' where warn_id = $1`,
    [raised.id],
  );
  await until('the limit', async () => {
    clearShared();
    const { onTimeRate } = (await home(operator)).today;
    return onTimeRate !== null && onTimeRate < (previous.onTimeRate ?? 100.1);
  });
});

test('the wait on the home page runs from the reception, as everywhere, also for an alarm that was given on', async () => {
  const warn = await app.call(
    warnApi.addWarn,
    { phone: '13800009998', type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
    operator,
  );
  await app.sql(
    `update warn set received_at = received_at - interval '9 minutes', waiting_since = now() where id = $1`,
    [warn.id],
  );
  const { longest } = (await home(operator)).queue;
  const [row] = (await app.list(warnListApi.getWarnList, { no: warn.no }, operator)).rows;
  expect(longest).toMatchObject({ id: warn.id, receivedAt: row?.receivedAt });
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [warn.id]);
});

test('who waits longest stands with the level of that alarm, whatever waits beside it', async () => {
  const call = { type: 'other', occurredAt: new Date().toISOString(), note: '来电' } as const;
  const slight = await app.call(warnApi.addWarn, { ...call, phone: '13800007701', level: 4 }, operator);
  await app.sql(`update warn set received_at = received_at - interval '20 minutes' where id = $1`, [slight.id]);
  const urgent = await app.call(warnApi.addWarn, { ...call, phone: '13800007702', level: 1 }, operator);
  const { level, longest } = (await home(operator)).queue;
  expect([level, longest?.id, longest?.level]).toEqual([1, slight.id, 4]);
  await app.sql(`update warn set status = 'done', finished_at = now() where id = any($1)`, [[slight.id, urgent.id]]);
});

test('who waits longest stands first; taken, the alarm is among mine', async () => {
  const { queue: waiting, mine: none } = await home(operator);
  expect(waiting).toMatchObject({ pending: 1, level: 1, longest: { name: null, type: 'sos' } });
  expect(none.count).toBe(0);
  await app.call(warnApi.claimWarn, { id: waiting.longest?.id ?? '' }, operator);
  const { queue, mine } = await home(operator);
  expect(queue).toMatchObject({ pending: 0, level: null, longest: null });
  expect([mine.count, mine.rows.map((row) => row.id)]).toEqual([1, [waiting.longest?.id]]);
  const other = await home(await app.login('wanglei', password));
  expect([other.queue.pending, other.mine.count]).toEqual([0, 0]);
});

test('offline is what reported once and has been silent for a day, people who live alone first', async () => {
  const offline = await app.call(homeApi.getHomeOffline, {}, operator);
  const [silent] = await app.sql<{ n: number }>(
    `select count(*)::int as n from device_state where not online and offline_since < now() - interval '24 hours'`,
  );
  expect(offline.count).toBe(silent?.n);
  expect(offline.rows.map((row) => row.alone)).toEqual(
    offline.rows
      .map((row) => row.alone)
      .sort()
      .reverse(),
  );
  expect(offline.alone).toBe(offline.rows.filter((row) => row.alone).length);
});

test('every card counts only what lies in the scope', async () => {
  await app.sql(`
    with new as (
      insert into "user" (account, name, department_id, password_hash, demo)
      select 'street', '街道坐席', d.id, u.password_hash, true from department d, "user" u where d.name = '桂园街道' and u.account = 'chenli' returning id)
    insert into user_role (user_id, role_id) select new.id, r.id from new, role r where r.key = 'operator'`);
  const token = await app.login('street', password);
  const [own] = await app.sql<{ people: number; devices: number; due: number; today: number }>(
    `
    with mine as (select id from department where (select id from department where name = '桂园街道') = any(path))
    select (select count(*)::int from customer where department_id in (select id from mine)) as people,
      (select count(*)::int from equipment where department_id in (select id from mine)) as devices,
      (select count(*)::int from warn where department_id in (select id from mine) and follow_up_at is not null) as due,
      (select count(*)::int from warn where department_id in (select id from mine) and created_at >= $1) as today`,
    [midnight()],
  );
  const setup = await app.call(homeApi.getHomeSetup, {}, token);
  expect(setup).toMatchObject({ departments: 3, customers: own?.people, equipment: own?.devices });
  expect((await home(token)).followUp.count).toBe(own?.due);
  expect((await home(token)).today.today).toBe(own?.today);
});

test('what waits for a role is counted for it alone, each figure as long as the list behind it', async () => {
  const roles = { lead: 'leader', area: 'area', device: 'engineer', health: 'health' } as const;
  const phone = { type: 'other', level: 3, occurredAt: new Date().toISOString(), note: '试' } as const;
  const late = await app.call(warnApi.addWarn, { ...phone, phone: '13800008801' }, app.admin);
  await app.sql(
    `update warn set status = 'done', finished_at = now(), follow_up_at = now() - interval '1 hour' where id = $1`,
    [late.id],
  );
  const strange = await app.call(warnApi.addWarn, { ...phone, phone: '13800008802' }, app.admin);
  const doubtful = await app.call(warnApi.addWarn, { ...phone, phone: '13800008803' }, app.admin);
  await app.call(closingApi.askFalseWarn, { id: doubtful.id, reason: 'pet' }, app.admin);
  await app.sql(`update warn set family = 'device', type = 'low_batt', equipment_sn = '9988776655' where id = $1`, [
    strange.id,
  ]);
  for (const [group, role] of Object.entries(roles) as [keyof typeof roles, (typeof roles)[keyof typeof roles]][]) {
    const { token } = await aUser(app, { role });
    const { counts, coverage } = (await home(token)).work;
    const items = Object.entries<HomeItem>(homeWork[group].items);
    expect(Object.keys(counts), role).toEqual(items.map(([key]) => key));
    // Those of health warnings: figures.test.ts.
    for (const [key, item] of items)
      if ('filters' in item) {
        const { rows } = await app.list(warnListApi.getWarnList, { ...item.filters, limit: 200 }, token);
        expect(counts[key], key).toBe(rows.length);
      }
    const [cover] = await app.sql(`
      select count(*)::int as served, count(*) filter (where id in (select customer_id from equipment))::int as covered
      from customer where service_state = 'active'`);
    expect(coverage, role).toEqual(group === 'area' ? cover : null);
    if (group === 'lead') expect([counts.followUpDue, counts.falseAsked].every(Boolean)).toBe(true);
    if (group === 'device') expect([counts.lowBattery, counts.unregistered].every(Boolean)).toBe(true);
  }
  const { work: seat } = await home(operator);
  expect(seat).toEqual({ counts: {}, coverage: null });
});

test('tests, drills, device work and health warns are in no figure of home, desk, record and project, nor in the lists behind them', async () => {
  const customer = await aCustomer(app);
  const [{ project } = { project: '' }] = await app.sql<{ project: string }>(
    'select project_id::text as project from customer where id = $1',
    [customer],
  );
  const { token } = await aUser(app, {
    roleId: await aRole(app, {
      scope: 'all',
      permissions: [
        'warn:list',
        'warn:claim',
        'warn:device',
        'home:area',
        'earlyWarning:list',
        'customer:list',
        'project:list',
      ],
    }),
  });
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const count = async (filters: InputOf<typeof warnListApi.getWarnList>) =>
    (await app.list(warnListApi.getWarnList, { counted: true, ...filters }, token)).count;
  const figures = async () => {
    const { today, work } = await home(token);
    const { counts } = work;
    const [desk, record, projects] = [
      await app.call(warnListApi.getWarnCount, {}, token),
      await app.call(customerApi.getCustomer, { id: customer }, token),
      await app.list(projectApi.getProjectList, { limit: 200 }, token),
    ];
    const { warnCount } = projects.rows.find(({ id }) => id === project) ?? {};
    return {
      today: [today.today, counts.areaToday, desk.today, await count({ today: true })],
      done: [today.done, await count({ today: true, status: ['done'] })],
      open: [counts.areaOpen, await count({ status: ['pending', 'handling'] })],
      recordOpen: [record.openWarnCount, await count({ customerId: customer, status: ['pending', 'handling'] })],
      recordMonth: [record.warnCount30, await count({ customerId: customer, createdFrom: month })],
      project: [warnCount, await count({ projectId: project, createdFrom: month })],
    };
  };
  const same = (read: Awaited<ReturnType<typeof figures>>) => {
    for (const [name, values] of Object.entries(read)) expect(new Set(values).size, `${name} ${values}`).toBe(1);
    return Object.fromEntries(Object.entries(read).map(([name, [value]]) => [name, value ?? 0]));
  };
  const previous = same(await figures());
  const sets = [
    `family = 'sos'`,
    `test = true, silent = true, level = 4`,
    `test = true`,
    `test = true, status = 'done', finished_at = now(), result = 'test'`,
    `family = 'health', type = 'health', level = 3`,
    `family = 'device', type = 'offline', level = 4`,
  ];
  for (const [n, set] of sets.entries()) {
    const alarm = { phone: `1380001990${n}`, type: 'sos', level: 1, occurredAt: new Date().toISOString() } as const;
    const { id } = await app.call(warnApi.addWarn, { ...alarm, note: '试' }, app.admin);
    await app.sql(
      `update warn set customer_id = c.id, subject = 'c:' || c.id || $3, department_id = c.department_id, project_id = c.project_id, ${set}
       from customer c where c.id = $2 and warn.id = $1`,
      [id, customer, n],
    );
  }
  const increased = ['today', 'open', 'recordOpen', 'recordMonth', 'project'];
  expect(same(await figures())).toEqual(
    Object.fromEntries(Object.entries(previous).map(([name, n]) => [name, increased.includes(name) ? n + 1 : n])),
  );
});

test('待接警 is one figure: of the home page, its list, the tab and its pager, without device work and silent tests', async () => {
  const { token } = await aUser(app, { role: 'leader' });
  const phone = { type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' } as const;
  const raise = async (last: number, set = 'level = level') => {
    const { id } = await app.call(warnApi.addWarn, { ...phone, phone: `1380000990${last}` }, app.admin);
    await app.sql(`update warn set ${set} where id = $1`, [id]);
  };
  const figures = async () => [
    (await home(token)).queue.pending,
    (await home(token)).work.counts.unclaimed,
    (await app.call(warnListApi.getWarnCount, {}, token)).pending,
    (await app.list(warnListApi.getWarnList, { waiting: true }, token)).count,
  ];
  const previous = await figures();
  expect(new Set(previous).size).toBe(1);
  await raise(1);
  await raise(2, 'test = true, silent = true');
  await raise(3, `family = 'device', type = 'offline', level = 4`);
  await raise(4, `family = 'device', type = 'other', level = 3`);
  await raise(5, `family = 'device', type = 'unknown'`);
  expect(await figures()).toEqual(previous.map((n) => (n ?? 0) + 2));
  const rows = (
    await app.list(warnListApi.getWarnList, { status: ['pending', 'handling'], deviceWork: true, limit: 200 }, token)
  ).rows;
  expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(['offline', 'other']));
  expect((await home(token)).queue.deviceWork).toEqual({
    open: rows.length,
    level: Math.min(...rows.map(({ level }) => level)),
  });
  expect((await app.call(warnListApi.getWarnCount, {}, token)).deviceWork).toBe(rows.length);
  expect((await home(operator)).queue.deviceWork).toBeNull();
});

test('a card is refused to those without its right', async () => {
  const health = await app.login('hejing', password);
  expect((await app.tryCall(homeApi.getHomeOffline, {}, health)).code).toBe(forbidden);
  expect((await app.tryCall(homeApi.getHomeSeat, {}, health)).code).toBe(forbidden);
  expect((await app.call(homeApi.getHome, {}, health)).watch).toBeNull();
});

test('viewers of the same rights get one answer for two seconds, and their own cases each time', async () => {
  const other = await app.login('wanglei', password);
  const ask = async (token: string) =>
    (await app.ask({ path: homeApi.getHome.path, body: {}, token })).data as OutputOf<typeof homeApi.getHome>;
  await app.call(homeApi.getHome, {}, operator);
  const former = await ask(operator);
  const alarm = { type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' } as const;
  const { id } = await app.call(warnApi.addWarn, { ...alarm, phone: '13800006601' }, operator);
  await app.call(warnApi.claimWarn, { id }, operator);
  clearShared();
  const raised = await ask(operator);
  await app.sql(`update warn set status = 'pending', handler_id = null, claimed_at = null where id = $1`, [id]);
  const [mine, others] = [await ask(operator), await ask(other)];
  expect(others).toEqual({ ...raised, age: expect.any(Number), mine: { rows: [], count: 0 } });
  const count = former.mine?.count ?? 0;
  expect([raised.mine?.count, mine.mine?.count]).toEqual([count + 1, count]);
});

test('a part that fails is null and is tried again by the next call; the others stand', async () => {
  await app.sql('alter table warn_step rename to warn_step_away');
  const { watch, queue } = await app.call(homeApi.getHome, {}, operator);
  await app.sql('alter table warn_step_away rename to warn_step');
  expect(watch).toBeNull();
  expect(queue).not.toBeNull();
  const again = (await app.ask({ path: homeApi.getHome.path, body: {}, token: operator })).data;
  expect((again as OutputOf<typeof homeApi.getHome>).watch).not.toBeNull();
});
