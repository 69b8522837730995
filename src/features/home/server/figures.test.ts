import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { followUpApi } from '#features/followUp/contract.ts';
import { warningApi, tabFilters as warningTabs } from '#features/healthWarn/contract.ts';
import { coverageLists, type HomeItem, homeApi, homeLists, homeWork } from '#features/home/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { figureLists, qualityApi, spanFields } from '#features/quality/contract.ts';
import { countFilters, tabFilters, warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { keysOf } from '#shared/codes.ts';

let app: TestApp;
/** Viewers with different scopes; each sees other lists. */
let viewers: Record<string, TestUser>;
let operators: TestUser[];

const permissions = [
  ...['warn:list', 'warn:claim', 'warn:lead', 'warn:judge', 'quality:list', 'quality:score', 'followUp:list'],
  ...[
    'home:lead',
    'home:area',
    'home:device',
    'home:health',
    'earlyWarning:list',
    'home:offline',
    'customer:list',
    'equipment:list',
  ],
];

beforeAll(async () => {
  app = await startApp();
  const [street, home] = [await aDepartment(app), await aDepartment(app)];
  const community = await aDepartment(app, street);
  const [near, far] = [await aProject(app), await aProject(app, undefined, 200)];
  await app.sql(`update project set time_zone = 'America/Los_Angeles' where id = $1`, [far]);
  const role = (scope: 'all' | 'department_below' | 'self', more: string[] = []) =>
    aRole(app, { scope, permissions: [...permissions, ...more] });
  operators = await Promise.all([1, 2, 3].map(() => aUser(app, { role: 'operator' })));
  viewers = {
    all: await aUser(app, { roleId: await role('all', ['warn:device']) }),
    withoutDeviceWork: await aUser(app, { roleId: await role('all') }),
    ofStreet: await aUser(app, { roleId: await role('department_below', ['warn:device']), department: street }),
    ofProject: await aUser(app, { roleId: await role('all', ['warn:device']), projects: [far] }),
    own: await aUser(app, { roleId: await role('self', ['warn:device']) }),
  };
  const customers: string[] = [];
  for (const [n, department] of [street, community, home, community, home, street].entries())
    customers.push(await aCustomer(app, { project: n % 2 === 0 ? near : far, department }));
  await addDevices(customers);
  await addWarns(customers);
  await addWork();
  await addWarnings();
});
afterAll(() => app.stop());

/** Devices in every state, one deleted, and customers out of service, deleted and merged. */
async function addDevices(customers: string[]): Promise<void> {
  const states = ['in_use', 'repair', 'disabled', 'activated', 'lost', 'in_use'];
  for (const [n, customer] of customers.entries()) {
    const { id } = await aDevice(app);
    await app.sql(
      `update equipment e set state = $2, customer_id = c.id, department_id = c.department_id, project_id = c.project_id,
         deleted_at = case when $3 then now() end from customer c where c.id = $4 and e.id = $1`,
      [id, states[n], n === 5, customer],
    );
    await app.sql(
      `update device_state set online = false, last_seen_at = now() - interval '3 days', offline_since = now() - interval '2 days' where device_id = $1`,
      [id],
    );
  }
  await app.sql(`update customer set service_state = 'active' where id = any($1)`, [customers]);
  await app.sql(`update customer set living_state = 'alone' where id = $1`, [customers[0]]);
  const paused = await aCustomer(app);
  await app.sql(`update customer set service_state = 'paused' where id = $1`, [paused]);
  const merged = await aCustomer(app);
  await app.sql('update customer set deleted_at = now() where id = $1', [merged]);
}

/**
 * Alarms of every kind over 40 days, many around midnights: tests, drills, device work, unknown numbers, released and
 * claimed again, false, with follow-ups, in two projects with their limits and zones.
 */
async function addWarns(customers: string[]): Promise<void> {
  const users = operators.map(({ id }) => id);
  await app.sql(
    `with n as (
       select i, c.id as customer, c.department_id, c.project_id, (now() - make_interval(mins => (i * i * 7) % (case when i % 3 = 0 then 57600 else 3000 end))) as at,
         ($2::bigint[])[1 + i % 3] as first, ($2::bigint[])[1 + (i / 3) % 3] as last, (i * 37 % 400) as waited,
         case i % 5 when 0 then 'pending' when 1 then 'handling' when 2 then 'false' else 'done' end as status
       from generate_series(1, 300) i join customer c on c.id = ($1::bigint[])[1 + i % cardinality($1::bigint[])]),
     added as (
       insert into warn (no, type, family, level, status, subject, customer_id, equipment_sn, created_by, department_id, project_id, created_at, received_at,
         last_at, waiting_since, last_step_at, test, silent, handler_id, claimed_at, first_claimed_at, finished_at, result, false_reason, escalation,
         follow_up_at, followed_up_at, false_asked_at, overdue)
       select 'F' || i, case when i % 11 = 0 then 'offline' when i % 13 = 0 then 'unknown' when i % 7 = 0 then 'heart' else 'sos' end,
         case when i % 11 = 0 then 'device' when i % 7 = 0 and i % 13 <> 0 then 'health' else 'sos' end, 1 + i % 4, status, 'f:' || i,
         case when i % 13 <> 0 then customer end, case when i % 17 = 0 then 'SN' || i end, case when i % 23 = 0 then first end, department_id, project_id, at, at,
         at, at, at, i % 9 = 0, i % 18 = 0, case when status <> 'pending' then last end, case when status <> 'pending' then at + make_interval(secs => waited) end,
         case when status <> 'pending' or i % 10 = 0 then at + make_interval(secs => waited) end,
         case when status in ('done', 'false') then least(at + make_interval(mins => i * 11 % 900), now()) end, case when status = 'done' then 'phone' end,
         case when status = 'false' then 'pet' end, i % 3, case when status = 'done' and i % 2 = 0 then at + make_interval(mins => i * 31 % 4000) end,
         case when i % 8 = 3 then now() end, case when i % 6 = 0 then now() end, (status <> 'pending' and waited >= 60) or i % 20 = 5
       from n returning id, status, first_claimed_at, subject)
     insert into warn_step (warn_id, kind, at, user_id, data)
     select a.id, s.kind, a.first_claimed_at + make_interval(secs => s.after), case when s.of_last then n.last else n.first end, s.data::jsonb
     from added a join n on 'f:' || n.i = a.subject
     cross join (values ('claimed', 0, false, '{}'), ('call', 5, false, '{"result": "ok"}'), ('call', 6, true, '{"result": "no_answer"}'),
       ('released', 7, false, '{}'), ('claimed', 8, true, '{}'), ('false', 9, true, '{}')) s (kind, after, of_last, data)
     where a.first_claimed_at is not null and (s.kind <> 'false' or a.status = 'false') and (s.kind <> 'released' or n.i % 4 = 0)`,
    [customers, users],
  );
  await app.sql(
    `update warn set handler_id = $1 where id in (select id from warn where status = 'handling' order by id limit 9)`,
    [viewers.own?.id],
  );
}

/** Turns some open alarms into health warnings, one of them late. */
async function addWarnings(): Promise<void> {
  await app.sql(
    `with chosen as (
       update warn set type = 'health', family = 'health', level = 2, test = false, silent = false, subject = 'h:' || id
       where id in (select id from warn where status = 'pending' and family = 'sos' and customer_id is not null order by id limit 12) returning id, customer_id)
     insert into health_warn (warn_id, customer_id, metric, direction, value, limit_value, rule_id, rule_version, evidence, due_at, last_at)
     select id, customer_id, 'heart_rate', 'high', 125, 116, (select min(id) from rule), 1,
       '{"kind": "band", "side": "high", "value": 125, "limit": 116, "said": {"minutes": 3}, "samples": []}', now() - interval '1 minute', now() from chosen`,
  );
}

/** Returns the length of the list of health warnings on a tab. */
async function listedWarnings(token: string, item: HomeItem) {
  if (!('warnings' in item)) throw new Error('not of health warnings');
  const { tab, level } = item.warnings;
  const filters = { ...warningTabs[tab], ...(level && { level: [...level] }), limit: 1 };
  return (await app.list(warningApi.getEarlyWarningList, filters, token)).count;
}

/** Follow-ups and samples of the alarms, and of plans. */
async function addWork(): Promise<void> {
  await app.sql(
    `insert into follow_up (kind, warn_id, customer_id, due_at, state, done_by, done_at)
     select 'after_alarm', w.id, w.customer_id, w.finished_at, 'done', w.handler_id, w.finished_at + interval '20 hours'
     from warn w where w.status = 'done' and w.id % 3 = 0 and w.customer_id is not null`,
  );
  await app.sql(
    `insert into follow_up (kind, customer_id, due_at, state, done_by, done_at)
     select 'care', c.id, now(), 'done', $1, now() - make_interval(days => n * 7) from customer c, generate_series(0, 6) n`,
    [operators[0]?.id],
  );
  await app.sql(
    `insert into quality_sample (warn_id, operator_id, rule, finished_at, department_id, project_id, state, total)
     select id, handler_id, 'share', finished_at, department_id, project_id,
       case id % 3 when 0 then 'waiting' when 1 then 'passed' else 'returned' end, case when id % 3 > 0 then 80 end
     from warn where finished_at is not null and id % 2 = 0`,
  );
}

type Filters = Parameters<typeof count>[1];
async function count(viewer: TestUser, filters: object): Promise<number> {
  return (await app.list(warnListApi.getWarnList, { ...filters, limit: 1 }, viewer.token)).count;
}

/** Expects each named figure to be the length of its list; not all figures of a viewer are zero. */
async function same(
  who: string,
  viewer: TestUser,
  figures: Record<string, [number | undefined, Filters]>,
): Promise<void> {
  for (const [name, [figure, filters]] of Object.entries(figures))
    expect({ [`${who} ${name}`]: figure }).toEqual({ [`${who} ${name}`]: await count(viewer, filters) });
}

const viewersOf = () => Object.entries(viewers);

/**
 * Figures without a list: differences, means, medians, the longest wait, hours of the chart (their sum is `today`), the
 * load of colleagues (out of scope too), progress of the setup.
 */
const withoutList = {
  queue: ['level', 'longest', 'last'],
  today: ['yesterday', 'responseMean', 'handlingMean', 'handlingMedian', 'hoursYesterday', 'hour'],
  getWarnCount: ['batchLimit', 'responseMean', 'responseMedian', 'last'],
  getOperatorFigures: [
    ...['id', 'userId', 'userName', 'calls', 'reached', 'medianSeconds', 'p90Seconds', 'meanPoints'],
  ],
};

test('every figure of the queue and the day on the home page is the length of its list', async () => {
  for (const [who, viewer] of viewersOf()) {
    const { queue, mine, today: day } = await app.call(homeApi.getHome, {}, viewer.token);
    if (!queue || !mine || !day) throw new Error('a card failed');
    const { pending, deviceWork, ...noQueueList } = queue;
    expect(Object.keys(noQueueList).sort()).toEqual([...withoutList.queue].sort());
    await same(who, viewer, { pending: [pending, tabFilters.pending], mine: [mine.count, tabFilters.mine] });
    if (deviceWork) await same(who, viewer, { deviceWork: [deviceWork.open, tabFilters.device] });

    const { today, done, handling, false: falseCount, falseRate, onTimeRate, hours, ...noList } = day;
    expect(Object.keys(noList).sort()).toEqual([...withoutList.today].sort());
    const counts = { today, done, handling, false: falseCount };
    for (const [name, figure] of Object.entries(counts))
      await same(who, viewer, { [name]: [figure, homeLists[name as keyof typeof counts]] });
    expect(hours.reduce((sum, n) => sum + n, 0)).toBe(today);
    const ended = await count(viewer, homeLists.ended);
    expect(falseRate).toBe(ended > 0 ? Math.round((falseCount / ended) * 1000) / 10 : null);
    const [inTime, overdue] = [await count(viewer, homeLists.inTime), await count(viewer, homeLists.overdue)];
    if (inTime + overdue === 0) expect(onTimeRate).toBeNull();
    else expect(onTimeRate).toBeCloseTo((100 * inTime) / (inTime + overdue), 6);
    if (who === 'all') expect([today, done, falseCount, handling, inTime, overdue].every(Boolean)).toBe(true);
  }
});

test('every figure of health warnings on the home page is the length of its list', async () => {
  for (const [who, viewer] of viewersOf()) {
    const { work } = await app.call(homeApi.getHome, {}, viewer.token);
    for (const [key, item] of Object.entries<HomeItem>(homeWork.health.items))
      expect([who, key, work?.counts[key]]).toEqual([who, key, await listedWarnings(viewer.token, item)]);
    if (who === 'all')
      expect(Math.min(...Object.keys(homeWork.health.items).map((key) => work?.counts[key] ?? 0))).toBe(12);
  }
});

test('every figure of work, follow-ups, devices and notices on the home page is the length of its list', async () => {
  for (const [who, viewer] of viewersOf()) {
    const { work, followUp } = await app.call(homeApi.getHome, {}, viewer.token);
    if (!work || !followUp) throw new Error('a card failed');
    const { counts, coverage } = work;
    const items = Object.values(homeWork).flatMap((group) => Object.entries<HomeItem>(group.items));
    expect(Object.keys(counts).sort()).toEqual(items.map(([key]) => key).sort());
    for (const [key, item] of items)
      if ('filters' in item) await same(who, viewer, { [key]: [counts[key], item.filters] });
    const customers = async (filters: object) =>
      (await app.list(customerApi.getCustomerList, { ...filters, exact: true, limit: 1 }, viewer.token)).count;
    expect(coverage, who).toEqual({
      served: await customers(coverageLists.served),
      covered: await customers(coverageLists.covered),
    });
    if (who === 'all') expect(coverage?.covered).toBeLessThan(coverage?.served ?? 0);

    await same(who, viewer, {
      followUp: [followUp.count, homeLists.followUp],
      dueToday: [followUp.dueToday, homeLists.followUpToday],
    });
    // Their list is the window that the figure opens: at most 50 rows.
    const offline = await app.call(homeApi.getHomeOffline, {}, viewer.token);
    expect([offline.count, offline.alone], who).toEqual([
      offline.rows.length,
      offline.rows.filter(({ alone }) => alone).length,
    ]);
    if (who === 'all') expect(Math.min(offline.count, offline.alone)).toBeGreaterThan(0);
    const unread = { unread: true, automatic: false };
    expect((await app.call(homeApi.getHomeNotice, {}, viewer.token)).unread, who).toBe(
      (await app.list(noticeApi.getMyNoticeList, unread, viewer.token)).count,
    );
    const setup = await app.call(homeApi.getHomeSetup, {}, viewer.token);
    expect([setup.customers, setup.equipment], who).toEqual([
      await customers({}),
      (await app.list(equipmentApi.getEquipmentList, { exact: true, limit: 1 }, viewer.token)).count,
    ]);
  }
});

test('every counter and tab of the desk is the length of its list', async () => {
  for (const [who, viewer] of viewersOf()) {
    const { falseRate, todayDone, ...counts } = await app.call(warnListApi.getWarnCount, {}, viewer.token);
    const { todayFalse, todayDone: done, ...listed } = countFilters;
    expect(Object.keys(counts).sort()).toEqual([...Object.keys(listed), ...withoutList.getWarnCount].sort());
    for (const [name, filters] of Object.entries(listed))
      await same(who, viewer, { [name]: [counts[name as keyof typeof listed], filters] });
    await same(who, viewer, { todayDone: [todayDone, done] });
    const falseToday = await count(viewer, todayFalse);
    expect(falseRate).toBe(todayDone > 0 ? Math.round((falseToday / todayDone) * 1000) / 10 : null);
    if (who === 'all')
      expect(Object.keys(listed).filter((name) => !counts[name as keyof typeof listed])).toEqual(['mine']);
    if (who === 'own') expect(counts.mine).toBeGreaterThan(0);
  }
});

type Span = { from: string; to?: string };

const figureEndpoints = {
  warn: warnListApi.getWarnList,
  followUp: followUpApi.getFollowUpList,
  sample: qualityApi.getSampleList,
};

async function figureLength(viewer: TestUser, name: keyof typeof figureLists, id: string, span: Span): Promise<number> {
  const { list, filters } = figureLists[name];
  const [from, to] = spanFields[list];
  const input = { ...filters(id), [from]: span.from, ...(span.to && { [to]: span.to }), limit: 1 };
  return (await app.list(figureEndpoints[list], input as object, viewer.token)).count;
}

test('every figure of an operator is the length of its list, in any span and scope', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const spans: Span[] = [
    { from: day(40) },
    { from: day(20), to: day(1) },
    { from: new Date(Date.now() - 30 * 3_600_000).toISOString(), to: new Date(Date.now() - 3_600_000).toISOString() },
  ];
  const nonZero = new Set<string>();
  for (const [who, viewer] of viewersOf())
    for (const span of spans) {
      const { rows } = await app.list(qualityApi.getOperatorFigures, { ...span, limit: 200 }, viewer.token);
      for (const row of rows) {
        expect(Object.keys(row).sort()).toEqual(
          [...Object.keys(figureLists), ...withoutList.getOperatorFigures].sort(),
        );
        for (const name of keysOf(figureLists)) {
          if (row[name] > 0) nonZero.add(name);
          expect([who, name, row[name]]).toEqual([who, name, await figureLength(viewer, name, row.id, span)]);
        }
      }
    }
  expect([...nonZero].sort()).toEqual(Object.keys(figureLists).sort());
});
