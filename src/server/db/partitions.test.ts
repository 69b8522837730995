import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDevice } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { dropOldPartitions, makePartitions, periodStart, shiftPeriod, shortOfPartitions } from './partitions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  // Retention as in production; the template of test databases keeps less.
  await app.sql(`update partition_setting set keep_days = 730 where table_name = 'reading'`);
  await makePartitions();
});
afterAll(() => app.stop());

const day = 86_400_000;
const leaves = async (table: string) =>
  (
    await app.sql<{ name: string }>(
      `select relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map((row) => row.name);
const nameOf = (table: string, at: Date) => `${table}_p${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
const periods = {
  raw_message: 'day',
  reading: 'week',
  position: 'week',
  event: 'month',
  change_log: 'month',
  cmd_log: 'month',
  login_log: 'month',
} as const;

test('every instant lies in exactly one period, and periods follow each other without a gap', () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, fc.constantFrom('day', 'week', 'month'), (at, period) => {
      const start = periodStart(at, period);
      const end = shiftPeriod(start, period, 1);
      expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
      expect(end.getTime()).toBeGreaterThan(at.getTime());
      expect(periodStart(new Date(end.getTime() - 1), period)).toEqual(start);
      expect(periodStart(end, period)).toEqual(end);
    }),
  );
});

test('three periods ahead stand ready, telemetry as far back as it is kept, and none catches the rest', async () => {
  for (const [table, period] of Object.entries(periods)) {
    const all = await leaves(table);
    for (let step = 0; step <= 3; step++)
      expect(all).toContain(nameOf(table, shiftPeriod(periodStart(new Date(), period), period, step)));
    expect(all.filter((name) => !/_p\d{8}$/.test(name))).toEqual([]);
  }
  expect(await leaves('position')).toContain(nameOf('position', periodStart(new Date(Date.now() - 180 * day), 'week')));
});

test('bounds are instants in UTC, whatever the zone of the session', async () => {
  const [row] = await app.sql<{ bound: string }>(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = $1`,
    [nameOf('raw_message', periodStart(new Date(), 'day'))],
  );
  expect(row?.bound).toContain(`FROM ('${new Date().toISOString().slice(0, 10)} 00:00:00+00')`);
});

test('each leaf of raw messages refuses the same device and key twice', async () => {
  for (const name of await leaves('raw_message')) {
    const indexes = await app.sql(
      `select 1 from pg_indexes where tablename = $1 and indexdef like '%UNIQUE%(device_id, key)'`,
      [name],
    );
    expect(indexes, name).toHaveLength(1);
  }
});

test('making them twice, on many nodes at once, and days later adds only what is missing', async () => {
  const previousLeaves = await leaves('raw_message');
  await Promise.all(Array.from({ length: 4 }, () => makePartitions()));
  expect(await leaves('raw_message')).toEqual(previousLeaves);
  await Promise.all(Array.from({ length: 3 }, () => makePartitions(new Date(Date.now() + 2 * day))));
  expect((await leaves('raw_message')).length).toBe(previousLeaves.length + 2);
});

test('the node is not ready when fewer than two periods stand ahead, and names the table', async () => {
  expect(await shortOfPartitions()).toBeNull();
  const month = 31 * day;
  const short = await shortOfPartitions(new Date(Date.now() + 3 * month));
  expect(short).not.toBeNull();
  const [removedLeaf] = (await leaves('event')).slice(-3);
  await app.sql(`alter table event detach partition ${removedLeaf}`);
  await app.sql(`drop table ${removedLeaf}`);
  expect(await app.ask({ method: 'GET', path: '/readyz' })).toMatchObject({ status: 503 });
  await makePartitions();
  expect(await app.ask({ method: 'GET', path: '/readyz' })).toMatchObject({ status: 200 });
});

test('a partition that is missing is made when it is missed, and what missed it is stored', async () => {
  const { sn, id } = await aDevice(app);
  const now = new Date();
  const today = nameOf('raw_message', periodStart(now, 'day'));
  const month = nameOf('event', periodStart(now, 'month'));
  await app.sql(`drop table ${today}, ${month}, ${nameOf('login_log', periodStart(now, 'month'))}`);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  expect(await app.sql(`select error from ${today} where device_id = $1`, [id])).toEqual([{ error: null }]);
  expect(await app.sql(`select 1 from ${month} where kind = 'created'`)).toHaveLength(1);
  expect(await app.login()).not.toBe('');
});

test('what is past its time is dropped, and nothing that is kept', async () => {
  const later = new Date(Date.now() + 400 * day);
  const previousLeaves = await leaves('reading');
  const dropped = await dropOldPartitions(later);
  expect(dropped.length).toBeGreaterThan(10);
  const firstRetained = nameOf('reading', periodStart(new Date(later.getTime() - 730 * day), 'week'));
  for (const name of previousLeaves)
    expect(await leaves('reading').then((all) => all.includes(name))).toBe(name >= firstRetained);
});
