import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { until } from '#server/testing/until.ts';
import { openDevice, sendMessage } from '../support/button.ts';
import { type RegisteredCustomer, registerCustomers } from '../support/customers.ts';
import { databaseUrlOf, onDatabase } from '../support/database.ts';
import { inParallel } from '../support/pool.ts';
import { holdTable, killAndRestart, type Running, startServer, stopServer } from './server.ts';

const customers = 80;
const width = 50;
/** Values of a customer, 20 minutes apart; not sent in their order. */
const values = 12;
const hour = 3_600_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  await stopServer(running);
  await folder.remove();
});

const select = async <R extends object>(text: string) =>
  onDatabase(databaseUrlOf(folder.path), async (client) => (await client.query<R>(text)).rows);
const count = async (from: string) => (await select<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n;

test('no acknowledged reading is lost or counted twice, though the server is killed before and while it settles', async () => {
  const first = await startServer(folder.path);
  running = first;
  const people = await registerCustomers(databaseUrlOf(folder.path), customers, customers);
  await select(`insert into equipment_binding (equipment_id, customer_id, bound_at)
    select id, customer_id, now() - interval '1 day' from equipment where customer_id is not null`);
  const start = Math.floor(Date.now() / hour) * hour - 5 * hour;
  const acknowledged = new Map<string, number>();
  /** Sends these values of each of the customers, one by one. */
  const send = (of: readonly RegisteredCustomer[], places: readonly number[]) =>
    inParallel(of, width, async ({ number }: RegisteredCustomer) => {
      const device = openDevice(number, first.mqttPort);
      for (const place of places) {
        const ts = new Date(start + place * 1_200_000 + Number(number.slice(-3))).toISOString();
        const value = 50 + ((Number(number) + place * 37) % 100);
        const readings = [{ kind: 'heart_rate', value, unit: '/min' }];
        await sendMessage(device, number, { id: `pulse ${place}`, ts, backlog: true, readings });
        acknowledged.set(`${number} ${ts}`, value);
      }
      await device.endAsync(true);
    });
  const places = Array.from({ length: values }, (_, place) => (place * 5) % values);
  const [taken, queued, during] = [people.slice(0, 20), people.slice(20, 40), people.slice(40)];

  // Settling waits within its transaction until the server is killed.
  const release = await holdTable(databaseUrlOf(folder.path), 'reading_latest');
  // One value each, after which nothing comes: what is taken now would be lost with its transaction.
  await send(taken, [0]);
  const waiting = `pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  await until('settling to wait', async () => (await count(waiting)) === 1);
  await send(queued, places);
  expect([await count('reading_latest'), await count('reading')]).toEqual([0, acknowledged.size]);
  running = await killAndRestart(folder.path, running);
  await release();

  const sending = send(during, places);
  const sent = acknowledged.size + Math.floor(Math.random() * during.length * values);
  await until('acknowledgements', () => acknowledged.size >= sent);
  running = await killAndRestart(folder.path, running);
  await sending;

  const open = `(select 1 from reading_queue union all select 1 from reading_hour where stale_at is not null) open`;
  await until('all to be settled', async () => (await count(open)) === 0);
  const stored = await select<{ sn: string; at: Date; value: number }>(
    'select e.sn, r.at, r.value from reading r join equipment e on e.id = r.device_id',
  );
  const keyOf = ({ sn, at }: { sn: string; at: Date }) => `${sn} ${at.toISOString()}`;
  expect(stored).toHaveLength(acknowledged.size);
  expect(new Map(stored.map((row) => [keyOf(row), row.value]))).toEqual(acknowledged);
  const newest = `select distinct on (e.customer_id) e.customer_id, r.metric, r.at, r.value, r.device_id
    from reading r join equipment e on e.id = r.device_id order by e.customer_id, r.at desc`;
  const latest = 'select customer_id, metric, at, value, source_id from reading_latest';
  expect(await select(`((${newest}) except ${latest}) union all (${latest} except (${newest}))`)).toEqual([]);
  const hours = `select device_id, metric, date_trunc('hour', at, 'UTC') as hour, count(*)::int as n, min(value), max(value), sum(value order by at),
    (array_agg(value order by at desc))[1] as last from reading group by 1, 2, 3`;
  const counted = 'select device_id, metric, hour, n, min, max, sum, last from reading_hour';
  expect(await select(`(${hours} except ${counted}) union all (${counted} except ${hours})`)).toEqual([]);
  expect(await count('reading_aside')).toBe(0);
});
