import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { beforePartitionDrop } from '#server/feature/oldPartitions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { houseBands } from '#shared/health/bands.ts';
import { countStaleHours } from './hours.ts';
import { settle } from './settle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'web,ingest' } });
});
afterAll(() => app.stop());

const minute = 60_000;
const hour = 60 * minute;

async function settleAll() {
  while ((await settle()) > 0);
  while ((await countStaleHours(500, true)) > 0);
}

interface Value {
  source: string;
  at: number;
  value: number;
  flags: number;
}

async function insert(values: readonly Value[], metric = 'heart_rate') {
  const columns = [
    values.map((v) => v.source),
    values.map((v) => new Date(v.at).toISOString()),
    values.map((v) => v.value),
    values.map((v) => v.flags),
  ];
  await app.sql(
    `with stored as (
       insert into reading (device_id, metric, at, value, flags, project_id)
       select s, $5, a, v, f, (select min(id) from project) from unnest($1::bigint[], $2::timestamptz[], $3::float8[], $4::int[]) as n (s, a, v, f)
       on conflict do nothing)
     insert into reading_queue (device_id, metric, at) select s, $5, min(a) from unnest($1::bigint[], $2::timestamptz[]) as n (s, a) group by s`,
    [...columns, metric],
  );
}

const seriesOf = (customerId: string, from: number, to: number, step: 'raw' | 'hour') =>
  app.call(
    readingApi.getReadingSeries,
    { customerId, kind: 'heart_rate', from: new Date(from).toISOString(), to: new Date(to).toISOString(), step },
    app.admin,
  );

/** Hours without values, in minutes: a wearer, and for how long. */
const turns = fc.array(
  fc.record({ person: fc.integer({ min: -1, max: 2 }), minutes: fc.integer({ min: 20, max: 400 }) }),
  { minLength: 1, maxLength: 6 },
);
const values = fc.array(
  fc.record({
    device: fc.nat(1),
    at: fc.nat(1400),
    value: fc.integer({ min: 40, max: 140 }),
    flags: fc.constantFrom(0, 0, 0, 1, 2, 128, 256),
  }),
  { minLength: 5, maxLength: 60 },
);

test('a value belongs to who wore the device when it was measured, raw and in hours, through backlogs and a merge', async () => {
  await fc.assert(
    fc.asyncProperty(turns, turns, values, async (first, second, list) => {
      const people = [await aCustomer(app), await aCustomer(app), await aCustomer(app)];
      const devices = [(await aDevice(app)).id, (await aDevice(app)).id];
      const start = Math.floor(Date.now() / hour) * hour - 26 * hour;
      const wearer: (string | null)[][] = [];
      for (const [index, plan] of [first, second].entries()) {
        const by: (string | null)[] = [];
        for (const { person, minutes } of plan) {
          const from = start + by.length * minute;
          const to = from + minutes * minute;
          const id = people[person] ?? null;
          if (id)
            await app.sql(
              'insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at) values ($1, $2, $3, $4)',
              [devices[index], id, new Date(from).toISOString(), new Date(to).toISOString()],
            );
          by.push(...Array.from({ length: minutes }, () => id));
        }
        wearer.push(by);
      }
      const unique = [...new Map(list.map((one) => [`${one.device} ${one.at}`, one])).values()];
      const rows = unique.map(({ device, at, ...rest }) => ({
        ...rest,
        device,
        minute: at,
        source: devices[device] ?? '',
        at: start + at * minute,
      }));
      // Half of them come later than the hours were counted.
      await insert(rows.filter((_, index) => index % 2 === 0));
      await settleAll();
      await insert(rows.filter((_, index) => index % 2 === 1));
      await settleAll();
      const usable = rows.filter(({ flags }) => (flags & 385) === 0);
      const of = (ids: readonly (string | undefined)[]) =>
        usable.filter(
          ({ device, minute: at }) => ids.includes(wearer[device]?.[at] ?? undefined) && wearer[device]?.[at] != null,
        );
      const check = async (id: string, ids: readonly string[]) => {
        const own = of(ids);
        const raw = await seriesOf(id, start, start + 24 * hour, 'raw');
        const sorted = (all: readonly { at: number; value: number; source: string }[]) =>
          all.map(({ at, value, source }) => `${new Date(at).toISOString()} ${source} ${value}`).sort();
        expect(raw.values.map(({ at, value, sourceId }) => `${at} ${sourceId} ${value}`).sort()).toEqual(sorted(own));
        const hours = await seriesOf(id, start, start + 24 * hour, 'hour');
        const cells = Map.groupBy(own, ({ at }) => Math.floor(at / hour) * hour);
        const plain = [...cells].map(([at, all]) => ({
          at: new Date(at).toISOString(),
          min: Math.min(...all.map(({ value }) => value)),
          avg: all.reduce((sum, { value }) => sum + value, 0) / all.length,
          max: Math.max(...all.map(({ value }) => value)),
          n: all.length,
        }));
        expect(hours.points).toEqual(plain.sort((a, b) => a.at.localeCompare(b.at)));
      };
      for (const id of people) await check(id, [id]);
      const [keep = '', , drop = ''] = people;
      await app.call(customerMergeApi.mergeCustomer, { keepId: keep, dropId: drop }, app.admin);
      await check(keep, [keep, drop]);
      await settleAll();
      const newest = of([keep, drop]).sort((a, b) => b.at - a.at || Number(a.source) - Number(b.source))[0];
      const [latest] = await app.sql(
        `select value from reading_latest where customer_id = $1 and metric = 'heart_rate'`,
        [keep],
      );
      expect(latest?.value).toBe(newest?.value);
      expect(await app.sql('select 1 from reading_latest where customer_id = $1', [drop])).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test('the normal range is that of the bands, and a range beyond three years or backwards is refused', async () => {
  const customerId = await aCustomer(app);
  const now = Date.now();
  expect((await seriesOf(customerId, now - hour, now, 'raw')).band).toEqual({ low: 55, high: 96 });
  const backwards = {
    customerId,
    kind: 'heart_rate',
    from: new Date(now).toISOString(),
    to: new Date(now - hour).toISOString(),
  };
  expect(await app.tryCall(readingApi.getReadingSeries, backwards, app.admin)).toMatchObject({ status: 400 });
});

test('a series is given by hours up to 500 hours, above by days', async () => {
  const customerId = await aCustomer(app);
  const device = await aDevice(app, { customer: customerId });
  // Each hour has a value at its beginning, the running one too.
  const until = (Math.floor(Date.now() / hour) + 1) * hour;
  await app.sql(`update equipment_binding set bound_at = now() - interval '100 days' where equipment_id = $1`, [
    device.id,
  ]);
  await insert(
    Array.from({ length: 29 * 24 }, (_, index) => ({
      source: device.id,
      at: until - (index + 1) * hour,
      value: 60 + (index % 9),
      flags: 0,
    })),
  );
  await settleAll();
  const shown = async (days: number) => {
    const span = { from: new Date(until - days * 24 * hour).toISOString(), to: new Date(until).toISOString() };
    const asked = { customerId, kind: 'heart_rate' as const, ...span };
    const { step, points } = await app.call(readingApi.getReadingSeries, asked, app.admin);
    return [step, points.length, points.reduce((sum, { n }) => sum + n, 0)];
  };
  expect(await shown(7)).toEqual(['hour', 168, 168]);
  expect(await shown(20)).toEqual(['hour', 480, 480]);
  expect(await shown(90)).toEqual(['day', expect.any(Number), 29 * 24]);
});

test('before a partition goes, its hours are counted and what outlives it is kept, with its withdrawals', async () => {
  const { id } = await aDevice(app);
  const [leaf] = await app.sql<{ name: string; start: Date }>(
    `select relname as name, to_date(right(relname, 8), 'YYYYMMDD')::timestamptz as start from pg_class c join pg_inherits i on i.inhrelid = c.oid
     where i.inhparent = 'reading'::regclass order by 1 limit 1`,
  );
  const start = leaf?.start.getTime() ?? 0;
  const at = (hours: number) => start + hours * hour;
  await insert([
    { source: id, at: at(5), value: 60, flags: 0 },
    { source: id, at: at(5.5), value: 70, flags: 0 },
    { source: id, at: at(150), value: 64, flags: 4 },
  ]);
  await insert([{ source: id, at: at(8), value: 150, flags: 128 }], 'systolic');
  await app.sql('delete from reading_queue');
  for (let time = 0; time < 2; time++) await beforePartitionDrop({ table: 'reading', name: leaf?.name ?? '' });
  expect(await app.sql('select metric, value, flags from reading_kept where device_id = $1 order by 1', [id])).toEqual([
    { metric: 'heart_rate', value: 64, flags: 4 },
    { metric: 'systolic', value: 150, flags: 128 },
  ]);
  expect(
    await app.sql('select n, min, max, sum, last from reading_hour where device_id = $1 order by hour', [id]),
  ).toEqual([
    { n: 2, min: 60, max: 70, sum: 130, last: 70 },
    { n: 1, min: 64, max: 64, sum: 64, last: 64 },
  ]);
});

test('the seeded limits of the house are those of the tables', async () => {
  const rows = await app.sql(
    'select kind, meal, asleep, bands from reading_band where customer_id is null and chronic is null order by kind, meal nulls first, asleep',
  );
  const key = ({ kind, meal, asleep }: { kind: string; meal: string | null; asleep: boolean }) =>
    `${kind} ${meal ?? ''} ${asleep}`;
  const byKey = (all: readonly object[]) => [...all].sort((a, b) => key(a as never).localeCompare(key(b as never)));
  expect(byKey(rows)).toEqual(byKey(houseBands));
});
