import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts';
import { inBatches } from './cursor.ts';
import { closeDatabase, db, onPool, openDatabase, type PoolName, pool } from './db.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await openDatabase(database.url);
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

test('a transaction that cannot even begin gives its connection back', async () => {
  const begin = new Error('no begin');
  const query = pg.Client.prototype.query;
  for (let time = 0; time < 25; time++) {
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first] = args as [{ text?: string } | string];
      const text = typeof first === 'string' ? first : first.text;
      return text === 'begin' ? Promise.reject(begin) : (query as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    await expect(db.transaction(async () => 1)).rejects.toThrow();
    pg.Client.prototype.query = query;
  }
  expect(pool().idleCount).toBe(pool().totalCount);
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 });
});

test('a transaction sends one statement at a time, and its end after all of them', async () => {
  const query = pg.Client.prototype.query as (...all: unknown[]) => Promise<unknown>;
  let [running, most] = [0, 0];
  pg.Client.prototype.query = async function (this: pg.Client, ...args: unknown[]) {
    running += 1;
    most = Math.max(most, running);
    return query.apply(this, args).finally(() => (running -= 1));
  } as typeof pg.Client.prototype.query;
  const values = db.transaction((tx) => Promise.all([1, 2, 3].map((n) => tx.row(sql`select ${n}::int as n`))));
  expect(await values).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const failing = [sql`select 1 / 0`, sql`select 2`, sql`select 3`];
  await expect(db.transaction((tx) => Promise.all(failing.map((one) => tx.row(one))))).rejects.toThrow();
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  expect(most).toBe(1);
});

test('no list takes a second core, and however many are read, ingest and the stream have connections of their own', async () => {
  for (const on of ['web', 'list', 'direct', 'alarm', 'report'] as const) {
    const row = await onPool(on, () =>
      db.row(sql<{ n: string }>`select current_setting('max_parallel_workers_per_gather') as n`),
    );
    expect([on, row?.n]).toEqual([on, '0']);
  }
  const { max } = pool('list').options;
  const held = await Promise.all(Array.from({ length: max }, () => pool('list').connect()));
  expect(await onPool('direct', () => db.row(sql`select 1 as one`))).toEqual({ one: 1 });
  for (const client of held) client.release();
});

/** Returns the nice value of the process behind a statement and of its session (Linux autogroup). */
async function standing(on: PoolName, read: () => Promise<number>): Promise<{ alone: number; session: number }> {
  const pid = await onPool(on, read);
  const file = `/proc/${pid}/autogroup`;
  const session = existsSync(file) ? Number(/nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) : getPriority(pid);
  return { alone: getPriority(pid), session };
}

const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
const currentPid = async () => (await db.row(pid))?.pid ?? 0;
const changing = () => db.transaction(async (tx) => (await tx.row(pid))?.pid ?? 0);
const reading = async () => {
  for await (const [row] of inBatches<{ pid: number }>(pid)) return row?.pid ?? 0;
  return 0;
};

test('where the database runs here its processes for lists and reports stand behind the others while they only read', async () => {
  await closeDatabase();
  await openDatabase(database.url, database.url, true);
  const webPriority = await standing('web', currentPid);
  for (const on of ['list', 'report'] as const) {
    const behind = await standing(on, currentPid);
    expect(behind.alone).toBeGreaterThan(webPriority.alone);
    await expect.poll(async () => (await standing(on, currentPid)).session).toBeGreaterThan(webPriority.session);
    expect((await standing(on, reading)).alone).toBe(behind.alone);
    // Pools that write hold locks for which alarms wait.
    expect(await standing(on, changing)).toEqual(webPriority);
  }
});
