import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankDecoded, type Decoded, type Message, toMessage } from '#devices/message.ts';
import { readingOf } from '#devices/reading.ts';
import { readingApi } from '#features/reading/contract.ts';
import { db } from '#server/db/db.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { newestReadings } from './glance/newestReadings.ts';
import { countStaleHours } from './hours.ts';
import { takeQueued } from './queue.ts';
import { settle } from './settle.ts';

let app: TestApp;
let commitBatch: (messages: Message[]) => Promise<void>;
beforeAll(async () => {
  // The worker would take the queue before the test.
  app = await startApp({ env: { ROLES: 'web,ingest' } });
  const [store] = await extensionsOf('deviceStore');
  if (store) commitBatch = store.extension.commitBatch;
});
afterAll(() => app.stop());

const minute = 60_000;
const hour = 60 * minute;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

function messageOf(sn: string, decoded: Partial<Decoded>): Message {
  const body = Buffer.from(`${sn} ${next()}`);
  const full = { ...blankDecoded('position', sn, body), ownKey: String(next()), ...decoded };
  const receivedAt = new Date().toISOString();
  return toMessage({ source: 'watch', protocol: 'watch', number: sn, body, receivedAt, decoded: full, error: null });
}

const heart = (sn: string, value: number, msAgo = 0) =>
  messageOf(sn, {
    readings: [{ kind: 'heart_rate', value, unit: '/min', valid: value >= 20 && value <= 250 }],
    ...(msAgo > 0 && { time: ago(msAgo), backlog: true }),
  });

const queued = async () => (await app.sql<{ n: number }>('select count(*)::int as n from reading_queue'))[0]?.n;
const latestOf = async (customer: string, metric = 'heart_rate') =>
  (
    await app.sql<{ value: number; level: number | null; source: string; at: Date; since: Date }>(
      'select value, level, source_id::text as source, at, since from reading_latest where customer_id = $1 and metric = $2',
      [customer, metric],
    )
  )[0];

async function settleAll() {
  while ((await settle()) > 0);
}

async function countAll() {
  while ((await countStaleHours(500, true)) > 0);
}

/** A device that a customer has had for a week. */
async function worn(customer?: string) {
  const customerId = customer ?? (await aCustomer(app));
  const device = await aDevice(app, { customer: customerId });
  await app.sql(`update equipment_binding set bound_at = now() - interval '7 days' where equipment_id = $1`, [
    device.id,
  ]);
  return { ...device, customerId };
}

test('a batch queues one row a device and kind, with its oldest value', async () => {
  await settleAll();
  const { id, sn } = await worn();
  await commitBatch([heart(sn, 70), heart(sn, 71, 3 * hour), heart(sn, 72, hour)]);
  const rows = await app.sql<{ metric: string; age: number }>(
    'select metric, extract(epoch from now() - at)::float8 as age from reading_queue where device_id = $1',
    [id],
  );
  expect(rows.map(({ metric }) => metric)).toEqual(['heart_rate']);
  expect(rows[0]?.age).toBeGreaterThan(2.9 * 3600);
});

test('a settled value is the newest one, with its level, source and the start of the level', async () => {
  const { id, sn, customerId } = await worn();
  await commitBatch([heart(sn, 120, 3 * hour)]);
  await settleAll();
  const first = await latestOf(customerId);
  expect(first).toMatchObject({ value: 120, level: 2, source: id });
  await commitBatch([heart(sn, 118)]);
  await settleAll();
  const second = await latestOf(customerId);
  expect(second).toMatchObject({ value: 118, level: 2, since: first?.since });
  await commitBatch([heart(sn, 60, 2 * hour)]);
  await settleAll();
  expect(await latestOf(customerId)).toEqual(second);
  await commitBatch([heart(sn, 70, 1)]);
  await settleAll();
  expect(await latestOf(customerId)).toMatchObject({ level: null });
  expect(await queued()).toBe(0);
});

test('an implausible value and one of a doubted sender are no newest value', async () => {
  const { sn, customerId } = await worn();
  await commitBatch([heart(sn, 70, hour), heart(sn, 0, minute), { ...heart(sn, 180), conflicting: true }]);
  await settleAll();
  expect(await latestOf(customerId)).toMatchObject({ value: 70 });
});

test.each([
  ['one half', [['systolic', 130]]],
  [
    'a half beside an implausible one',
    [
      ['systolic', 130],
      ['diastolic', 0],
    ],
  ],
  [
    'a diastolic value that is not below',
    [
      ['systolic', 80],
      ['diastolic', 80],
    ],
  ],
] as const)(
  'pressures of a device that are no pair are kept and marked, and are no value of the person: %s',
  async (_, halves) => {
    const { id, sn, customerId } = await worn();
    const readings = [['heart_rate', 70] as const, ...halves].map(([kind, value]) => readingOf(kind, value));
    await commitBatch([messageOf(sn, { readings: readings.filter((one) => one !== null) })]);
    await settleAll();
    const newest = await app.sql('select metric, value from reading_latest where customer_id = $1', [customerId]);
    expect(newest).toEqual([{ metric: 'heart_rate', value: 70 }]);
    const [kept] = await app.sql(
      `select count(*)::int as n, bool_and(flags = 1) as marked from reading where device_id = $1 and metric like '%stolic'`,
      [id],
    );
    expect(kept).toEqual({ n: halves.length, marked: true });
  },
);

test('a zero is judged by its kind: steps and an empty bed are values, a heart at 0 is none', async () => {
  const { sn, customerId } = await worn();
  const day = Date.now() - (Date.now() % hour) - 3 * hour;
  const send = (ms: number, values: Record<string, number>) =>
    messageOf(sn, {
      readings: Object.entries(values).flatMap(([kind, value]) => readingOf(kind, value) ?? []),
      time: new Date(ms).toISOString(),
      backlog: true,
    });
  await commitBatch([
    send(day, { steps: 0, in_bed: 0, heart_rate: 0 }),
    send(day + 10 * minute, { in_bed: 1, heart_rate: 70 }),
    send(day + 20 * minute, { in_bed: 0, heart_rate: 80 }),
    send(day + 30 * minute, { in_bed: 0 }),
  ]);
  await settleAll();
  await countAll();
  const of = async (kind: 'steps' | 'in_bed' | 'heart_rate') => {
    const asked = { customerId, kind, from: ago(24 * hour), to: ago(0), step: 'hour' as const };
    return (await app.call(readingApi.getReadingSeries, asked, app.admin)).points;
  };
  expect(await of('steps')).toMatchObject([{ max: 0, n: 1 }]);
  expect(await of('in_bed')).toMatchObject([{ avg: 15, n: 4 }]);
  expect(await of('heart_rate')).toMatchObject([{ min: 70, avg: 75, n: 2 }]);
  const newest = await app.sql('select metric, value from reading_latest where customer_id = $1 order by 1', [
    customerId,
  ]);
  expect(newest).toEqual([
    { metric: 'heart_rate', value: 80 },
    { metric: 'in_bed', value: 0 },
    { metric: 'steps', value: 0 },
  ]);
});

test('a backlog of a former wearer is the newest value of that person alone', async () => {
  const { id, sn, customerId } = await worn();
  const former = await aCustomer(app);
  await app.sql(
    `with moved as (update equipment_binding set bound_at = now() - interval '1 day' where equipment_id = $1)
     insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at)
     values ($1, $2, now() - interval '3 days', now() - interval '1 day')`,
    [id, former],
  );
  await commitBatch([heart(sn, 66, 48 * hour), heart(sn, 77)]);
  await settleAll();
  expect([await latestOf(former), await latestOf(customerId)]).toMatchObject([{ value: 66 }, { value: 77 }]);
});

test('what a killed settler has taken is settled by the next one', async () => {
  await settleAll();
  const { sn, customerId } = await worn();
  await commitBatch([heart(sn, 91)]);
  const killed = db.transaction(async (tx) => {
    expect(await takeQueued(tx, 500)).toHaveLength(1);
    await sql`insert into reading_latest values (${customerId}, 'heart_rate', now(), 1, 0, 1, null, now())`.execute(tx);
    const [{ pid }] = (await tx.rows(sql<{ pid: number }>`select pg_backend_pid() as pid`)) as [{ pid: number }];
    // Another one at the same time neither waits nor takes it.
    expect(await settle()).toBe(0);
    await app.sql('select pg_terminate_backend($1)', [pid]);
    await tx.rows(sql<{ n: number }>`select 1 as n`);
  });
  await expect(killed).rejects.toThrow();
  await until('the row to be free', async () => (await settle()) > 0);
  expect(await latestOf(customerId)).toMatchObject({ value: 91 });
});

test('a series that fails is set aside with its error, and stops no other', async () => {
  await settleAll();
  const [good, bad] = [await worn(), await worn()];
  await app.sql(
    `create function refuse_value() returns trigger language plpgsql as $$ begin
       if new.customer_id = ${bad.customerId} then raise exception 'a rule fails'; end if;
       return new; end $$`,
  );
  await app.sql(
    'create trigger refuse_value before insert on reading_latest for each row execute function refuse_value()',
  );
  await commitBatch([heart(good.sn, 64), heart(bad.sn, 65)]);
  await settleAll();
  expect([await latestOf(good.customerId), await latestOf(bad.customerId)]).toMatchObject([{ value: 64 }, undefined]);
  expect(await app.sql('select metric, error from reading_aside where device_id = $1', [bad.id])).toEqual([
    { metric: 'heart_rate', error: 'a rule fails' },
  ]);
  expect(await queued()).toBe(0);
});

test('of two settlers of a person the one that read an older value does not overwrite the newer one', async () => {
  await settleAll();
  const { sn, customerId } = await worn();
  const other = await worn(customerId);
  await app.sql(
    `create function hold_value() returns trigger language plpgsql as $$ begin
       if new.value = 61 then perform pg_advisory_xact_lock(4242); end if;
       return new; end $$`,
  );
  await app.sql('create trigger hold_value before insert on reading_latest for each row execute function hold_value()');
  const waiting = async () =>
    (
      await app.sql<{ n: number }>(
        `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      )
    )[0]?.n ?? 0;
  await commitBatch([heart(sn, 61, minute)]);
  const settlers: Promise<number>[] = [];
  let isSecondDone = false;
  await db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(4242)`.execute(tx);
    settlers.push(settle());
    await until('the first settler to be held', async () => (await waiting()) === 1);
    await commitBatch([heart(other.sn, 62)]);
    const second = settle();
    settlers.push(second);
    second.finally(() => (isSecondDone = true)).catch(() => undefined);
    await until('the second settler to wait or to end', async () => isSecondDone || (await waiting()) === 2);
  });
  await Promise.all(settlers);
  expect(await latestOf(customerId)).toMatchObject({ value: 62 });
});

interface Batch {
  device: number;
  minutesAgo: number;
  value: number;
  concurrent: boolean;
  repeated: boolean;
}

const batches = fc.array(
  fc.record<Batch>({
    device: fc.nat(1),
    minutesAgo: fc.integer({ min: 1, max: 600 }),
    value: fc.integer({ min: 0, max: 260 }),
    concurrent: fc.boolean(),
    repeated: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('newest values and hours equal a plain recomputation, whatever comes late, repeated or while another settles', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (list) => {
      const customerId = await aCustomer(app);
      const devices = [await worn(customerId), await worn(customerId)] as const;
      const now = Date.now();
      for (const { device, minutesAgo, value, concurrent, repeated } of list) {
        const { sn } = devices[device === 0 ? 0 : 1];
        const time = new Date(now - minutesAgo * minute).toISOString();
        const readings = [{ kind: 'heart_rate', value, unit: '/min', valid: value >= 20 && value <= 250 }];
        const message = () => messageOf(sn, { readings, time, backlog: true });
        const send = () => commitBatch(repeated ? [message(), message()] : [message()]);
        await (concurrent ? Promise.all([send(), settle(), settle(), countStaleHours(500, true)]) : send());
      }
      await Promise.all([settle(), settle()]);
      await settleAll();
      await countAll();
      const ids = devices.map(({ id }) => id);
      const [plain] = await app.sql(
        `select value, device_id::text as source from reading where device_id = any($1) and metric = 'heart_rate' and flags & 385 = 0
         order by at desc, device_id limit 1`,
        [ids],
      );
      const latest = await latestOf(customerId);
      expect(latest && { value: latest.value, source: latest.source }).toEqual(plain);
      const hours = await app.sql(
        `select device_id, hour, n, min, max, sum, last, stale_at from reading_hour where device_id = any($1) order by 1, 2`,
        [ids],
      );
      const counted = await app.sql(
        `select device_id, date_trunc('hour', at) as hour, count(*)::int as n, min(value) as min, max(value) as max, sum(value) as sum,
           (array_agg(value order by at desc))[1] as last, null as stale_at
         from reading where device_id = any($1) and metric = 'heart_rate' and flags & 385 = 0 group by 1, 2 order by 1, 2`,
        [ids],
      );
      expect(hours).toEqual(counted);
    }),
    { numRuns: 15 },
  );
});

test('an hour whose raw values are gone keeps what was counted', async () => {
  const { id } = await worn();
  const [row] = await app.sql<{ old: Date }>(
    `insert into reading_hour (device_id, metric, hour, n, min, max, sum, last, stale_at)
     select $1, 'heart_rate', date_trunc('hour', now()) - make_interval(days => keep_days + 8), 3, 60, 70, 195, 65, now() - interval '1 hour'
     from partition_setting where table_name = 'reading' returning hour as old`,
    [id],
  );
  await countAll();
  expect(
    await app.sql('select n, sum, stale_at from reading_hour where device_id = $1 and hour = $2', [id, row?.old]),
  ).toEqual([{ n: 3, sum: 195, stale_at: null }]);
});

test('newest values of the last days are read from no partition of readings', async () => {
  const { sn, customerId } = await worn();
  await commitBatch([heart(sn, 72, 2 * hour)]);
  await settleAll();
  const { values, partitions } = await db.transaction(async (tx) => ({
    values: await newestReadings(tx, customerId, ['spo2', 'heart_rate'], 1),
    partitions: await tx.rows(sql<{ name: string }>`
      select c.relname::text as name from pg_locks l join pg_class c on c.oid = l.relation where l.pid = pg_backend_pid() and c.relname like 'reading%' and c.relkind in ('r', 'p')`),
  }));
  expect(values).toMatchObject([{ kind: 'heart_rate', value: 72 }]);
  expect(partitions).toEqual([{ name: 'reading_latest' }]);
});

test('a withdrawn value leaves the newest values, hours and series', async () => {
  const { sn, customerId, id } = await worn();
  await commitBatch([heart(sn, 70, 5 * hour), heart(sn, 150, 4 * hour)]);
  await settleAll();
  const input = {
    customerId,
    kind: ['heart_rate' as const],
    from: ago(4.5 * hour),
    to: ago(0),
    reason: '戴在别人手上',
  };
  expect(await app.call(readingApi.voidReading, input, app.admin)).toEqual({ count: 1 });
  await settleAll();
  await countAll();
  expect(await latestOf(customerId)).toMatchObject({ value: 70 });
  expect(await app.sql('select n, max from reading_hour where device_id = $1', [id])).toEqual([{ n: 1, max: 70 }]);
  const asked = { customerId, kind: 'heart_rate' as const, from: ago(24 * hour), to: ago(0) };
  const series = await app.call(readingApi.getReadingSeries, asked, app.admin);
  expect(series.values.map(({ value }) => value)).toEqual([70]);
});

test('features are told of every settled series, of late and withdrawn values too', async () => {
  const { id, sn } = await worn();
  const inBed = { kind: 'in_bed' as const, value: 1, unit: '1', valid: true };
  await commitBatch([
    messageOf(sn, { readings: [inBed] }),
    messageOf(sn, { readings: [inBed], time: ago(30 * hour), backlog: true }),
  ]);
  await settleAll();
  const marks = await app.sql('select 1 from sleep_stale where device_id = $1', [id]);
  expect(marks.length).toBeGreaterThanOrEqual(2);
});
