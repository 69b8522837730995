import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { hashing, hashPassword, verifyPassword } from '#server/auth/password.ts';
import { type Db, db, type PoolName, pool } from '#server/db/db.ts';
import { renderPicture } from '#server/files/pictureRenderer.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { Live } from '#server/testing/live.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { warnRows } from './read/rows.ts';

/** Threads that Node has for files, compression, name look-ups and the proof of a new database connection. */
const threads = 4;

let app: TestApp;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let operator: TestUser;
let live: Live;

beforeAll(async () => {
  app = await startApp();
  folder = await temporaryFolder();
  operator = await aUser(app);
  live = await Live.open(app.url, operator.token);
});
afterAll(async () => {
  live.close();
  await folder.remove();
  await app.stop();
});

/** A press on a watch, its event on the stream, and the operator's 接警. */
async function pressAndTake(): Promise<void> {
  const { sn } = await aDevice(app, { customer: await aCustomer(app) });
  await pressOf(sn);
}

async function pressOf(sn: string): Promise<void> {
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  const { data } = await live.waitFor('the event', (event) => event.data.warn?.equipmentSn === sn);
  const id = String(data.warn.id);
  expect(await app.call(warnApi.claimWarn, { id }, operator.token)).toMatchObject({ status: 'handling' });
  expect(await app.call(deskApi.getWarn, { id }, operator.token)).toMatchObject({ id });
  watch.close();
}

/** Occupies every connection of a pool with a long statement; the returned function checks that all stayed busy. */
async function holdPool(name: PoolName): Promise<() => Promise<boolean>> {
  const held = pool(name);
  const clients = await Promise.all(Array.from({ length: held.options.max }, () => held.connect()));
  const pids = await Promise.all(clients.map((client) => pidOf(client)));
  const sleeps = clients.map((client) => client.query('select pg_sleep(25)').catch(() => undefined));
  return async () => {
    const { rows } = await pool('direct').query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where pid = any($1::int[]) and state = 'active' and query like '%pg_sleep%'`,
      [pids],
    );
    const busy = held.idleCount === 0 && rows[0]?.n === clients.length;
    await pool('direct').query('select pg_cancel_backend(pid) from unnest($1::int[]) as p (pid)', [pids]);
    await Promise.all(sleeps);
    for (const client of clients) client.release();
    return busy;
  };
}

async function pidOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Blocks all threads: each opens a pipe that has no writer. The returned function checks that all stayed blocked and
 * frees them.
 */
function holdThreads(): () => Promise<boolean> {
  const path = join(folder.path, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  let through = 0;
  const opening = Array.from({ length: threads }, async () => {
    const file = await open(path, 'r');
    through += 1;
    await file.close();
  });
  return async () => {
    const held = through === 0;
    const writer = openSync(path, 'w');
    await Promise.all(opening);
    closeSync(writer);
    return held;
  };
}

test('an alarm arrives and is taken while every connection for calls, reports and jobs is held', async () => {
  const { sn } = await aDevice(app, { customer: await aCustomer(app) });
  const holds = await Promise.all((['web', 'list', 'report'] as const).map(holdPool));
  await pressOf(sn);
  const later = await Live.open(app.url, operator.token);
  expect(later.status).toBe(200);
  later.close();
  expect((await app.ask({ method: 'GET', path: '/readyz' })).status).toBe(200);
  for (const release of holds) expect(await release()).toBe(true);
});

test('lanes, timers and the reading of events go on while every connection of operators and devices is held', async () => {
  const { sn } = await aDevice(app, { customer: await aCustomer(app) });
  const release = await holdPool('alarm');
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  await live.waitFor('the event', (event) => event.data.warn?.equipmentSn === sn);
  watch.close();
  expect(await release()).toBe(true);
});

test('passwords, pictures and alarms need none of the threads that files and compression share', async () => {
  // Load everything that is loaded on first use.
  await pressAndTake();
  const path = join(folder.path, 'picture.png');
  writeFileSync(path, await aPicture());
  const { sn } = await aDevice(app, { customer: await aCustomer(app) });
  const release = holdThreads();
  const stored = await hashPassword('quiet-Harbour-2041');
  expect(await verifyPassword(stored, 'quiet-Harbour-2041')).toBe(true);
  expect(await verifyPassword(stored, 'another one')).toBe(false);
  expect(await renderPicture({ path, width: 16, height: 16, fit: 'cover' })).toBeInstanceOf(Buffer);
  await pressOf(sn);
  expect(await release()).toBe(true);
});

test('an alarm arrives and is taken while passwords are being hashed', async () => {
  const { sn } = await aDevice(app, { customer: await aCustomer(app) });
  let over = false;
  const logins = Array.from({ length: 4 }, async () => {
    while (!over) await hashPassword('a storm of logins');
  });
  await pressOf(sn);
  expect(hashing()).toBeGreaterThan(1);
  over = true;
  await Promise.all(logins);
});

/** Lists the sessions and priorities of this process's children by program, as Linux reports them. */
function sessionsBelow(): Map<string, { session: string; priority: number }> {
  const sessions = new Map<string, { session: string; priority: number }>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (fields?.[1] !== String(process.pid)) continue;
    const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .find((argument) => argument.endsWith('.ts'));
    sessions.set(basename(program ?? ''), { session: fields[3] ?? '', priority: getPriority(Number(pid)) });
  }
  return sessions;
}

function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

test('what hashes and draws takes nothing of the server: a process with a session of its own, behind it', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'only Linux shares the processor among sessions');
  await hashPassword('quiet-Harbour-2041');
  await renderPicture({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', width: 16, height: 16 });
  const sessions = sessionsBelow();
  const [hashes, draws] = [sessions.get('hashProcess.ts'), sessions.get('pictureProcess.ts')];
  expect(new Set([statOf('self')?.[3], hashes?.session, draws?.session]).size).toBe(3);
  for (const event of [hashes, draws]) expect(event?.priority).toBeGreaterThan(getPriority());
});

test('reading ended alarms leaves alone the rungs that each new alarm writes', async () => {
  const { id } = await app.call(
    warnApi.addWarn,
    {
      customerId: await aCustomer(app),
      type: 'sos',
      level: 1,
      occurredAt: new Date().toISOString(),
      note: '来电求助',
    },
    operator.token,
  );
  const readScans = async (tx: Db) => {
    const { rows } = await sql<{ n: number }>`
      select (seq_scan + coalesce(idx_scan, 0))::int as n from pg_stat_xact_user_tables where relname = 'warn_timer'`.execute(
      tx,
    );
    return rows[0]?.n;
  };
  const looks = () =>
    db.transaction(async (tx) => {
      const previous = await readScans(tx);
      const [row] = await warnRows(tx, [id]);
      return { due: row?.nextRungAt !== null, looked: (await readScans(tx)) !== previous };
    });
  expect(await looks()).toEqual({ due: true, looked: true });
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [id]);
  expect(await looks()).toEqual({ due: false, looked: false });
});

test('the database reads for lists with their own processes, not with some that alarms would wait for', async () => {
  const { rows } = await pool('direct').query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where backend_type = 'io worker'`,
  );
  expect(rows[0]?.n).toBe(0);
});

test('no statement of people or reports takes a second core, and each ends in time', async () => {
  const setting = async (name: PoolName, key: string) =>
    Object.values((await pool(name).query<Record<string, string>>(`show ${key}`)).rows[0] ?? {})[0];
  for (const name of ['web', 'list', 'alarm', 'report'] as const)
    expect(await setting(name, 'max_parallel_workers_per_gather')).toBe('0');
  expect(await setting('alarm', 'statement_timeout')).toBe('10s');
  expect(await setting('report', 'statement_timeout')).toBe('2min');
});
