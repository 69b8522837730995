import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { until } from '#server/testing/until.ts';
import { openDevice, sendMessage } from '../support/button.ts';
import { type RegisteredCustomer, registerCustomers } from '../support/customers.ts';
import { databaseUrlOf, onDatabase } from '../support/database.ts';
import { inParallel } from '../support/pool.ts';
import { holdTable, killAndRestart, type Running, startServer, stopServer } from './server.ts';

const perKill = 30;
/** Tables of the judge in the order of its statements: it waits for the held one until the server is killed. */
const held = ['health_state', 'warn'];
/** Kills at a random moment while values come in; more by WARNING_KILLS. */
const anyMoment = Number(process.env.WARNING_KILLS ?? 1);
const kills = held.length + anyMoment;

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

/** Everybody wears their device. */
const settings = `
  update model set profile = profile || '{"maxPerMinute": 60000}' where code = 'mqtt';
  insert into equipment_binding (equipment_id, customer_id, bound_at)
    select id, customer_id, now() - interval '1 day' from equipment where customer_id is not null`;

async function killServer(): Promise<void> {
  running = await killAndRestart(folder.path, running);
  // The lease of the killed worker would last for seconds more.
  await select(`delete from lease where name = 'reading.settle'`);
}

/** Sends heart rates of a person, one a minute until now, each resent until it is acknowledged. */
async function beat({ number }: RegisteredCustomer, rates: readonly number[]): Promise<void> {
  const device = openDevice(number, running.mqttPort);
  const now = Date.now();
  for (const [index, rate] of rates.entries()) {
    const ts = new Date(now - (rates.length - index) * 60_000).toISOString();
    await sendMessage(device, number, { id: `${index}`, ts, readings: [{ kind: 'heart_rate', value: rate }] });
  }
  await device.endAsync(true);
}

const beatAll = (people: readonly RegisteredCustomer[], rates: readonly number[]) =>
  inParallel(people, 30, (person: RegisteredCustomer) => beat(person, rates));

test('each person out of the band has one warning, though the server is killed between reading and warning', {
  timeout: 30_000 * kills,
}, async () => {
  running = await startServer(folder.path);
  const people = await registerCustomers(databaseUrlOf(folder.path), kills * perKill, kills * perKill);
  await select(settings);

  for (let kill = 0; kill < kills; kill++) {
    const ill = people.slice(kill * perKill, (kill + 1) * perKill);
    const table = held[kill];
    const release = table ? await holdTable(databaseUrlOf(folder.path), table) : () => undefined;
    const beating = beatAll(ill, [70, 71, 120, 121, 122, 121]);
    if (table) {
      await beating;
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await until(`settle to wait for ${table}`, async () => (await select(waiting)).length > 0);
    } else {
      const moment = Math.random() * 2500;
      await new Promise((resolve) => setTimeout(resolve, moment));
    }
    await killServer();
    await beating;
    await release();
  }

  await until('all to be settled', async () => (await select('select 1 from reading_queue limit 1')).length === 0);
  const counted = await select<{ warns: number; repeats: number; level: number }>(`
    select c.id, count(w.id)::int as warns, coalesce(sum(w.repeat_count), 0)::int as repeats, min(w.level) as level
    from customer c left join (warn w join health_warn h on h.warn_id = w.id) on w.customer_id = c.id and w.type = 'health' group by c.id`);
  expect(counted).toHaveLength(people.length);
  expect(counted.filter(({ warns, repeats, level }) => warns !== 1 || repeats !== 0 || level !== 2)).toEqual([]);
});
