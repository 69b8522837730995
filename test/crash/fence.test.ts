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
const held = ['warn', 'fence_judge'];
/** Kills at a random moment while people walk out; more by FENCE_KILLS. */
const anyMoment = Number(process.env.FENCE_KILLS ?? 1);
const kills = held.length + anyMoment;
const metre = 1 / 111_195;

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

/** Makes a fence of 300 m for everybody; all have agreed and wear their devices. */
const settings = `
  update model set profile = profile || '{"maxPerMinute": 60000}' where code = 'mqtt';
  insert into equipment_binding (equipment_id, customer_id, bound_at)
    select id, customer_id, now() - interval '1 day' from equipment where customer_id is not null;
  insert into consent (customer_id, purpose, signed_by, relation, signed_at) select id, 'location', '本人', 'self', '2020-01-01' from customer;
  insert into fence (name, kind, shape, customer_ids, department_id, project_id)
    select '家', 'home', '{"circle": {"centre": {"lat": 28.935, "lng": 118.885}, "radius": 300}}', array_agg(id), min(department_id), min(project_id)
    from customer`;

async function killServer(): Promise<void> {
  running = await killAndRestart(folder.path, running);
  // The lease of the killed judge would last for seconds more.
  await select(`delete from lease where name = 'fence.judge'`);
}

/** Sends fixes of a person, north of the middle of the fence (m), each resent until it is acknowledged. */
async function walk({ number }: RegisteredCustomer, steps: readonly { north: number; ago: number }[]): Promise<void> {
  const device = openDevice(number, running.mqttPort);
  for (const { north, ago } of steps) {
    const ts = new Date(Date.now() - ago * 1000).toISOString();
    const position = { lat: 28.935 + north * metre, lng: 118.885, accuracy: 10, source: 'gnss' };
    await sendMessage(device, number, { id: `${north}`, ts, position });
  }
  await device.endAsync(true);
}

const walkAll = (people: readonly RegisteredCustomer[], steps: readonly { north: number; ago: number }[]) =>
  inParallel(people, 30, (person: RegisteredCustomer) => walk(person, steps));

test('each going out rings once, though the server is killed while it judges', {
  timeout: 30_000 * kills,
}, async () => {
  running = await startServer(folder.path);
  const people = await registerCustomers(databaseUrlOf(folder.path), kills * perKill, kills * perKill);
  await select(settings);
  await walkAll(people, [
    { north: 0, ago: 250 },
    { north: 20, ago: 210 },
  ]);
  const inside = `select 1 from fence_state where side = 'inside'`;
  await until('all to be inside', async () => (await select(inside)).length === people.length);

  for (let kill = 0; kill < kills; kill++) {
    const leaving = people.slice(kill * perKill, (kill + 1) * perKill);
    const table = held[kill];
    const release = table ? await holdTable(databaseUrlOf(folder.path), table) : () => undefined;
    const walking = walkAll(leaving, [
      { north: 500, ago: 120 },
      { north: 540, ago: 80 },
    ]);
    if (table) {
      await walking;
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await until(`the judge to wait for ${table}`, async () => (await select(waiting)).length > 0);
    } else {
      const moment = Math.random() * 2500;
      await new Promise((resolve) => setTimeout(resolve, moment));
    }
    await killServer();
    await walking;
    await release();
  }

  const outside = `select 1 from fence_state where side = 'outside'`;
  await until('all to be outside', async () => (await select(outside)).length === people.length);
  const counted = await select<{ warns: number; repeats: number; events: number }>(`
    select c.id, count(w.id)::int as warns, coalesce(sum(w.repeat_count), 0)::int as repeats,
      (select count(*)::int from fence_event v where v.customer_id = c.id and v.kind = 'leave' and v.warn_id = any(array_agg(w.id))) as events
    from customer c left join warn w on w.customer_id = c.id and w.type = 'fence_out' group by c.id`);
  expect(counted).toHaveLength(people.length);
  expect(counted.filter(({ warns, repeats, events }) => warns !== 1 || repeats !== 0 || events !== 1)).toEqual([]);
});
