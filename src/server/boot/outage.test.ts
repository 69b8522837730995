import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDevice, aUser, type TestDevice, type TestUser } from '#server/testing/rows.ts';
import { asSuperuser } from '#server/testing/superuser.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let postgres: EmbeddedPostgres;
let app: TestApp;
let user: TestUser;
let devices: (TestDevice & { customer: string })[];
const crashes: unknown[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(folder.path, { recursive: true });
  postgres = await startEmbeddedPostgres(lockDataDir(folder.path));
  process.on('uncaughtException', (error) => crashes.push(error));
  app = await startApp({ databaseUrl: postgres.url });
  user = await aUser(app);
  devices = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const customer = await aCustomer(app);
      return { ...(await aDevice(app, { customer })), customer };
    }),
  );
}, 60_000);
afterAll(async () => {
  await app.stop();
  await postgres.stop();
  await folder.remove();
});

/** Terminates all other connections, as a restart does. */
async function cutAll(): Promise<void> {
  await app
    .sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user`,
    )
    .catch(() => []);
}

test('connections cut again and again under load lose no acknowledged message, hang no request, and end no process', {
  retry: 0,
  timeout: 90_000,
}, async () => {
  const live = await Live.open(app.url, user.token);
  let busy = true;
  const sent = new Map<string, Set<string>>();
  const pressing = devices.map(async ({ sn, id }) => {
    const watch = await TestWatch.open(app.ports.watch, sn);
    const stored = new Set<string>();
    sent.set(id, stored);
    for (let n = 0; busy; n++) {
      const index = n.toString(16).toUpperCase().padStart(4, '0');
      watch.send(`AL,${placed(new Date(), '00010000')}`, index);
      await until('an answer', () => watch.text.includes(`*${index}*`) || watch.socket.closed, 30_000);
      if (!watch.socket.closed) stored.add(index);
    }
    watch.close();
  });
  const statuses = new Map<number, number>();
  const asking = Array.from({ length: 4 }, async () => {
    while (busy) {
      const { status } = await app.ask({ path: '/api/warn/getWarnList', body: { limit: 5 }, token: user.token });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const presses = () => [...sent.values()].reduce((sum, one) => sum + one.size, 0);
  const pages = () => statuses.get(200) ?? 0;
  for (let round = 0; round < 5; round++) {
    const previous = { presses: presses(), pages: pages() };
    await until('more presses and pages', () => presses() > previous.presses + 20 && pages() > previous.pages + 4);
    await cutAll();
  }
  busy = false;
  await Promise.all([...pressing, ...asking]);
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(20);
  for (const { id, customer } of devices) {
    const [raw] = await app.sql<{ n: number }>('select count(*)::int as n from raw_message where device_id = $1', [id]);
    expect(raw?.n).toBe(sent.get(id)?.size);
    expect(await app.sql('select repeat_count + 1 as n from warn where customer_id = $1', [customer])).toEqual([
      { n: raw?.n },
    ]);
  }
  const written = await app.sql<{ id: string }>(`select id::text from event where permission = 'warn:list'`);
  await until('the events in the stream', () => live.ended || live.warns.length >= written.length);
  const seen = live.warns.map((one) => one.data.eventId);
  expect(new Set(seen).size).toBe(seen.length);
  expect(crashes).toEqual([]);
  live.close();
});

test('while the server of the database is gone requests are answered with 503, the node is not ready, and all comes back by itself', {
  retry: 0,
  timeout: 60_000,
}, async () => {
  const [device] = devices;
  const watch = await TestWatch.open(app.ports.watch, device?.sn ?? '');
  await watch.press();
  const live = await Live.open(app.url, user.token);
  const [row] = await asSuperuser<{ pid: number }>(
    postgres.url,
    folder.path,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  );
  // A crashed backend makes PostgreSQL close all connections and recover.
  process.kill(row?.pid ?? Number.NaN, 'SIGKILL');
  const index = watch.send(`AL,${placed(new Date(), '00010000')}`);
  const { status } = await app.ask({ path: '/api/warn/getWarnCount', body: {}, token: user.token });
  expect([200, 503]).toContain(status);
  await watch.answered(index);
  await until('readiness', async () => (await app.ask({ method: 'GET', path: '/readyz' })).status === 200);
  const presses = () => live.warns.length;
  const previous = presses();
  await watch.press();
  await until('the live press', () => presses() > previous || live.ended);
  expect(live.ended).toBe(false);
  expect((await app.ask({ path: '/api/warn/getWarnCount', body: {}, token: user.token })).code).toBe(0);
  expect(crashes).toEqual([]);
  watch.close();
  live.close();
});
