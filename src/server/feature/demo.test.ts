import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decrypt } from '#server/core/crypto.ts';
import { config } from '#server/core/runtime.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { until } from '#server/testing/until.ts';
import { idNoProblem, todayInChina } from '#shared/idCard.ts';
import { populate } from './populate.ts';
import { removeDemos, runDemos } from './seeds.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { DEMO: 'on' } });
});

afterAll(() => app.stop());

const marked = ['department', 'project', 'user', 'customer', 'customer_contact', 'equipment', 'warn'];
const below = ['warn_step', 'warn_dispatch', 'warn_timer', 'equipment_identifier', 'equipment_binding', 'device_state'];

async function counts(where = ''): Promise<Record<string, number>> {
  const tables = where === '' ? [...marked, ...below, 'model', 'event'] : marked;
  const byTable: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await app.sql<{ n: number }>(`select count(*)::int as n from "${table}" ${where}`);
    byTable[table] = row?.n ?? -1;
  }
  return byTable;
}

test('the demo is a district with people, devices, accounts and finished alarms', async () => {
  const demo = await counts('where demo');
  expect(demo).toMatchObject({ department: 19, project: 1, user: 8, equipment: 80 });
  expect(demo.customer).toBeGreaterThan(55);
  expect(demo.warn).toBeGreaterThan(20);
  const open = await app.sql(`select 1 from warn where status in ('pending', 'handling')`);
  expect(open).toHaveLength(0);
});

test('assessments are finished, expired, begun and waiting, one person is assessed year by year', async () => {
  const states = await app.sql(`select status, count(*)::int as n from assessment group by status order by status`);
  expect(states).toEqual([
    { status: 'done', n: 13 },
    { status: 'draft', n: 1 },
    { status: 'review', n: 2 },
  ]);
  const years = await app.sql(
    `select a.total, a.final, a.latest, c.ability_level as level from assessment a join customer c on c.id = a.customer_id
     where c.name = '王桂兰' and a.scale = 'gbt42195' order by a.date`,
  );
  expect(years.map(({ total }) => total)).toEqual([87, 83, 78, 72]);
  expect(years.at(-1)).toEqual({ total: 72, final: '1', latest: true, level: 1 });
});

test('the cards of the demo watches have an ICCID, a plan and a last day, and three more are spare', async () => {
  const [cards] = await app.sql(
    `select count(*) filter (where iccid is not null and plan is not null and expire_date is not null and equipment_id is not null)::int as used,
       count(*) filter (where equipment_id is null)::int as spare, count(*)::int as all from sim where demo`,
  );
  expect(cards).toEqual({ used: 42, spare: 3, all: 45 });
});

test('the identity cards are right in form and belong to nobody: their county does not exist', async () => {
  const rows = await app.sql<{ id_no_cipher: string }>('select id_no_cipher from customer where demo');
  const numbers = rows.map((row) => decrypt(row.id_no_cipher));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) {
    expect(idNoProblem(number, todayInChina(Date.now()))).toBeUndefined();
    expect(number.slice(0, 6)).toBe('330899');
  }
});

test('extremes are there to be looked at: a name of 20 characters, a person with 12 contacts', async () => {
  const [names] = await app.sql<{ longest: number }>('select max(length(name)) as longest from customer');
  const [contacts] = await app.sql<{ most: number }>(
    'select max(n)::int as most from (select count(*) as n from customer_contact group by customer_id) c',
  );
  expect(names?.longest).toBe(20);
  expect(contacts?.most).toBe(12);
});

test('a station has beds with people in them, and some papers, of which one has run out and one is about to', async () => {
  const [beds] = await app.sql(
    `select count(*)::int as beds, count(b.customer_id)::int as taken from customer_bed b join department d on d.id = b.department_id and d.demo`,
  );
  expect(beds).toEqual({ beds: 16, taken: 6 });
  const [papers] = await app.sql<{ over: number; soon: number }>(
    `select count(*) filter (where until < current_date)::int as over, count(*) filter (where until between current_date and current_date + 30)::int as soon from benefit`,
  );
  expect(papers).toMatchObject({ over: 1, soon: 1 });
});

test('a device that raised no alarm has never been heard of', async () => {
  const rows = await app.sql(`
    select 1 from device_state s where s.last_seen_at is not null and not exists (select 1 from warn w where w.equipment_id = s.device_id)`);
  expect(rows).toHaveLength(0);
});

test('the steps of an alarm stand in the order of their time, from 产生 to its end', async () => {
  const rows = await app.sql<{ kinds: string[]; sorted: boolean }>(`
    select array_agg(kind order by id) as kinds, array_agg(id order by id) = array_agg(id order by at, id) as sorted from warn_step group by warn_id`);
  for (const { kinds, sorted } of rows) {
    expect(sorted).toBe(true);
    expect(kinds[0]).toBe('created');
    expect(['closed', 'false']).toContain(kinds.at(-1));
    expect(kinds).toContain('call');
  }
});

test('the accounts have one password, kept for its owner alone, that lets them in at once', async () => {
  const file = join(config().dataDir, 'demo-password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const password = (await readFile(file, 'utf8')).trim();
  for (const account of ['chenli', 'wanglei', 'zhouqian', 'zhenghai', 'liuyang', 'hejing', 'xuwen', 'tangyi'])
    expect(await app.login(account, password)).toBeTruthy();
});

test('some people have readings of three months, entered and of watches, with their levels', async () => {
  const latest = () =>
    app.sql<{ metric: string; level: number | null; entered: boolean }>(
      `select l.metric, l.level, l.flags & 4 <> 0 as entered from reading_latest l join customer c on c.id = l.customer_id where c.name = '王桂兰'`,
    );
  await until('the newest values', async () => (await latest()).length >= 10);
  expect((await latest()).map(({ metric }) => metric).sort()).toEqual([
    'bmi',
    'diastolic',
    'glucose',
    'heart_rate',
    'height',
    'spo2',
    'systolic',
    'temperature',
    'waist',
    'weight',
  ]);
  const [values] = await app.sql(`
    select count(distinct device_id) filter (where flags & 4 <> 0)::int as people, count(distinct device_id) filter (where flags = 0 and m.kind = 'watch')::int as watches,
      count(distinct device_id) filter (where m.kind = 'sleep_mat')::int as mats
    from reading r left join equipment e on e.id = r.device_id left join model m on m.id = e.model_id where r.metric = 'heart_rate'`);
  expect(values).toEqual({ people: 8, watches: 18, mats: 8 });
  const [unlike] = await app.sql(`
    select count(*)::int as n from (select sum(n) from reading_hour) h (n), (select count(*) from reading where flags & 385 = 0 and metric not in ('battery', 'signal')) r (n) where h.n <> r.n`);
  expect(unlike).toEqual({ n: 0 });
});

test('some people have slept on their mats, with stages and signs', async () => {
  const [nights] = await app.sql(`
    select count(distinct customer_id)::int as people, count(*) filter (where met is not null) > 100 as staged from sleep_night`);
  expect(nights).toEqual({ people: 8, staged: true });
});

test('a second start adds nothing and says the same accounts', async () => {
  const previous = await counts();
  const lines = await runDemos();
  expect(await counts()).toEqual(previous);
  expect(lines.join('\n')).toMatch(/chenli 陈丽（坐席）/);
});

/** 19 of 60 customers have a watch. */
const plan = { customers: 60, readings: 19 * 7, equipment: 80, amongReal: false };

test('people in great number are filled in behind the demo, whole, and a second run adds none', async () => {
  const previous = await counts('where demo');
  const progressLines: string[] = [];
  await populate(plan, (what, done, total) => progressLines.push(`${what} ${done}/${total}`));
  const filled = await counts('where demo');
  expect(filled).toMatchObject({
    department: previous.department,
    customer: (previous.customer ?? 0) + 60,
    equipment: (previous.equipment ?? 0) + 33 + 80,
    warn: (previous.warn ?? 0) + 1,
  });
  expect(progressLines).toEqual(
    expect.arrayContaining(['客户 60/60', '设备 60/60', '读数 133/133', '告警 60/60', '各型设备 80/80']),
  );
  const [people] = await app.sql<{ numbers: number; called: number; found: number }>(`
    select count(distinct id_no_hash)::int as numbers, count(*) filter (where exists (
        select 1 from customer_contact k where k.customer_id = c.id and k.is_emergency and k.demo))::int as called,
      count(*) filter (where c.grams @> array[left(c.name, 2)] and c.pinyin <> '' and c.department_id is not null)::int as found
    from customer c where c.no like 'YS%'`);
  expect(people).toEqual({ numbers: 60, called: 60, found: 60 });
  const [values] = await app.sql(`
    select (select count(*)::int from reading r join equipment e on e.id = r.device_id where e.sn like 'YS%' and r.value between 40 and 140) as readings,
      (select sum(h.n)::int from reading_hour h join equipment e on e.id = h.device_id where e.sn like 'YS%') as counted`);
  expect(values).toEqual({ readings: plan.readings, counted: plan.readings });
  expect(await app.sql(`select 1 from warn where status in ('pending', 'handling')`)).toHaveLength(0);
  const [many] = await app.sql(`
    select count(distinct e.model_id)::int as models, count(distinct e.state) > 3 as states, count(*) filter (where e.gateway_id is not null)::int as behind,
      bool_and((e.customer_id is null) = (b.id is null) and (e.state <> 'in_use' or b.test_kind <> 'none')) as bound,
      bool_or((s.state_values->>'batteryDays')::int > 0) as lasts, bool_and(s.online or coalesce(s.offline_since = s.last_seen_at, s.last_seen_at is null)) as heard,
      bool_or(exists (select 1 from reading r where r.device_id = e.id and r.metric = 'battery')) as course,
      bool_or(exists (select 1 from raw_message r where r.device_id = e.id)) as messages
    from equipment e join device_state s on s.device_id = e.id left join equipment_binding b on b.equipment_id = e.id where e.sn like 'YE%'`);
  const rest = { states: true, bound: true, lasts: true, heard: true, course: true, messages: true };
  expect(many).toEqual({ models: 9, behind: 3, ...rest });

  await populate(plan, () => undefined);
  expect(await counts('where demo')).toEqual(filled);
});

test('what is real stays when the demo goes, with the places it hangs on; the rest is gone for good', async () => {
  const [place] = await app.sql<{ department: string; project: string; person: string; device: string }>(`
    select (select id::text from department where demo and type = 'station' order by id limit 1) as department,
      (select id::text from project where code = 'demo-nantang') as project, (select id::text from customer where demo order by id limit 1) as person,
      (select id::text from model where code = 'mqtt') as device`);
  await app.sql(
    `insert into customer (no, name, department_id, project_id) values ('KH-REAL', '真实的人', ${place?.department}, ${place?.project})`,
  );
  await app.sql(
    `insert into equipment (sn, model_id, name, customer_id, department_id, project_id) values ('REAL-0001', ${place?.device}, '真实的设备', ${place?.person}, ${place?.department}, ${place?.project})`,
  );
  await app.sql(`
    insert into warn (no, type, family, level, status, subject, department_id, project_id, received_at, last_at, waiting_since, last_step_at, handler_id)
    select 'SOS-REAL', 'sos', 'sos', 1, 'done', 'n:phone:1', d.id, p.id, now(), now(), now(), now(), u.id
    from (select id from department where parent_id is null limit 1) d, (select id from project where not demo limit 1) p, (select id from "user" where account = 'chenli') u`);
  await app.sql(
    `with away as (
       insert into customer_leave (customer_id, kind, from_at, expected_return) values (${place?.person}, 'outing', now(), now()) returning id, customer_id)
     insert into customer_reminder (kind, subject_id, step) select 'leave', id, 'overdue' from away union all select 'return', customer_id, '1' from away`,
  );
  await app.sql(
    `with card as (insert into benefit (customer_id, kind) values (${place?.person}, 'medical') returning id)
     insert into customer_reminder (kind, subject_id, step) select 'benefit', id, '30' from card`,
  );
  await app.sql(
    `insert into equipment_command (equipment_id, command, valid_until) select id, 'locate', now() from equipment where demo limit 1`,
  );
  await expect(populate({ ...plan, customers: 61 }, () => undefined)).rejects.toThrow('真实的客户');
  const remainingLines = await removeDemos();
  const remaining = await counts('where demo');
  // A real customer belongs to the station, its street, the district and the project.
  expect(remaining).toEqual({
    department: 3,
    project: 1,
    user: 0,
    customer: 0,
    customer_contact: 0,
    equipment: 0,
    warn: 0,
  });
  expect(remainingLines).toHaveLength(4);
  expect(await counts()).toMatchObject({
    customer: 1,
    equipment: 1,
    warn: 1,
    warn_step: 0,
    warn_timer: 0,
    device_state: 0,
  });
  // A demo user who worked on a real row stays on record, disabled.
  expect(await app.sql(`select name, status from "user" where not built_in`)).toEqual([
    { name: '陈丽', status: 'disabled' },
  ]);
  expect(await app.sql('select customer_id from equipment')).toEqual([{ customer_id: null }]);
  expect(await app.sql(`select 1 from event where topic = 'warn'`)).toHaveLength(0);
  for (const table of ['reading', 'reading_hour', 'reading_latest', 'reading_person', 'reading_kept', 'reading_note'])
    expect(await app.sql(`select 1 from ${table}`)).toHaveLength(0);
  expect(await app.sql('select 1 from customer_reminder')).toHaveLength(0);
  expect(await app.sql('select 1 from customer_bed union all select 1 from benefit')).toHaveLength(0);
  expect(await runDemos()).toEqual([]);
  expect(await counts('where demo')).toEqual(remaining);
});
