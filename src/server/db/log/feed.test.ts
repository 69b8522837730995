import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runModule } from '#server/testing/child.ts';
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';
import { closeDatabase, db, openDatabase } from '../db.ts';
import { drainFeed, type FeedConsumer, readFeed } from './feed.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await openDatabase(database.url);
  client = await connect();
  await client.query('create table delivered (n bigint generated always as identity, row_id text not null)');
});
afterAll(async () => {
  await client.end();
  await closeDatabase();
  await database.drop();
});

let turn = 0;
/** Each test has a consumer of its own, which starts with the present. */
beforeEach(async () => {
  turn += 1;
  await client.query('truncate delivered');
  await drainFeed(consumer());
});

async function connect(): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString: database.url });
  await connected.connect();
  return connected;
}

/** Stores each row that it gets, in the transaction that moves the position. */
function consumer(limit = 5, failing: () => boolean = () => false): FeedConsumer<{ row_id: string }> {
  return {
    name: `test ${turn}`,
    log: 'change_log',
    columns: sql<{ row_id: string }>`l.row_id`,
    limit,
    async work(tx, { rows }) {
      for (const row of rows) await sql`insert into delivered (row_id) values (${row.row_id})`.execute(tx);
      if (failing()) throw new Error('the consumer failed');
    },
  };
}

const write = (by: pg.Client, rowId: string) =>
  by.query(`insert into change_log (table_name, row_id, action, changes) values ('x', $1, 'update', '{}')`, [rowId]);

async function delivered(): Promise<string[]> {
  const { rows } = await client.query<{ row_id: string }>('select row_id from delivered order by n');
  return rows.map((row) => row.row_id);
}

test('a row is delivered once, in the order of writing, also where a batch is smaller than what waits', async () => {
  const written = Array.from({ length: 23 }, (_, n) => `${n}`);
  for (const rowId of written) await write(client, rowId);
  expect(await drainFeed(consumer())).toBe(23);
  expect(await delivered()).toEqual(written);
  expect(await drainFeed(consumer())).toBe(0);
});

test('a row of a transaction that began before others and commits after them is delivered', async () => {
  const slow = await connect();
  await slow.query('begin');
  await write(slow, 'slow');
  for (let n = 0; n < 7; n += 1) await write(client, `${n}`);
  await readFeed(consumer());
  await write(client, 'between');
  await slow.query('commit');
  await slow.end();
  await drainFeed(consumer());
  expect((await delivered()).toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', 'between', 'slow']);
});

test('a row that is rolled back is not delivered', async () => {
  await client.query('begin');
  await write(client, 'gone');
  await client.query('rollback');
  expect(await drainFeed(consumer())).toBe(0);
});

test('what a failing consumer did is undone and delivered again', async () => {
  await write(client, 'a');
  await expect(readFeed(consumer(5, () => true))).rejects.toThrow('the consumer failed');
  expect(await delivered()).toEqual([]);
  await drainFeed(consumer());
  expect(await delivered()).toEqual(['a']);
});

test('each committed row once: writers of short and long transactions, two readers, one that fails at times', async () => {
  const committed: string[] = [];
  let writing = true;
  const writer = async (name: number) => {
    const own = await connect();
    for (let n = 0; n < 40; n += 1) {
      await own.query('begin');
      const ids = Array.from({ length: (n * 7 + name) % 5 }, (_, index) => `${name}.${n}.${index}`);
      for (const id of ids) await write(own, id);
      const kept = (n + name) % 4 !== 0;
      await own.query(kept ? 'commit' : 'rollback');
      if (kept) committed.push(...ids);
    }
    await own.end();
  };
  let calls = 0;
  const reader = async () => {
    while (writing) await readFeed(consumer(7, () => ++calls % 5 === 0)).catch(() => undefined);
  };
  const readers = [reader(), reader()];
  await Promise.all(Array.from({ length: 6 }, (_, name) => writer(name)));
  writing = false;
  await Promise.all(readers);
  await drainFeed(consumer());
  expect(committed.length).toBeGreaterThan(100);
  expect((await delivered()).toSorted()).toEqual(committed.toSorted());
});

test('a reader killed in the middle of its work leaves nothing half done and misses nothing', async () => {
  const written = Array.from({ length: 30 }, (_, n) => `${n}`);
  for (const rowId of written) await write(client, rowId);
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  for (let kill = 1; kill <= 3; kill += 1) {
    const child = runModule(`
      import { sql } from 'kysely';
      const { openDatabase } = await import(${module('../db.ts')});
      const { readFeed } = await import(${module('./feed.ts')});
      await openDatabase(${JSON.stringify(database.url)});
      let batches = 0;
      for (;;) await readFeed({ name: 'test ${turn}', log: 'change_log', columns: sql\`l.row_id\`, limit: 4, async work(tx, { rows }) {
        for (const row of rows) await sql\`insert into delivered (row_id) values (\${row.row_id})\`.execute(tx);
        if (++batches > ${kill}) process.kill(process.pid, 'SIGKILL');
      } });`);
    expect(await child.exit).toBeNull();
  }
  // The database notices the end of the killed process, and its lock, a moment later.
  await until('the rest', async () => (await drainFeed(consumer())) + (await delivered()).length >= written.length);
  expect(await delivered()).toEqual(written);
});

test('after a failover the rows of ten minutes come again, none of before, and none of after is missed', async () => {
  await client.query(`insert into change_log (at, table_name, row_id, action, changes) values
    (clock_timestamp() - interval '20 minutes', 'x', 'old', 'update', '{}'), (clock_timestamp() - interval '5 minutes', 'x', 'recent', 'update', '{}')`);
  await drainFeed(consumer());
  // Another timeline: the snapshot names transactions that this database never had.
  await client.query(
    `update feed_position set epoch = 'of before', base = '9000000000:9000000000:' where consumer = $1`,
    [`test ${turn}`],
  );
  await client.query('truncate delivered');
  await write(client, 'after');
  await drainFeed(consumer());
  const again = await delivered();
  expect(again).toEqual(expect.arrayContaining(['recent', 'after']));
  expect(again).not.toContain('old');
  await client.query('truncate delivered');
  await write(client, 'then');
  await drainFeed(consumer());
  expect(await delivered()).toEqual(['then']);
});

test('a consumer stopped for days finds what came meanwhile', async () => {
  await client.query(
    `update feed_position set since = now() - interval '9 days', moved_at = now() - interval '8 days' where consumer = $1`,
    [`test ${turn}`],
  );
  await client.query(`insert into change_log (at, table_name, row_id, action, changes) values
    (clock_timestamp() - interval '3 days', 'x', 'three days ago', 'update', '{}')`);
  await drainFeed(consumer());
  expect(await delivered()).toEqual(['three days ago']);
});

test('rows are found by the index of their transaction', async () => {
  const plan = await db.rows(sql<{ 'QUERY PLAN': string }>`
    explain select l.id from change_log l where l.at >= now() - interval '1 day' and l.xid >= pg_snapshot_xmin(pg_current_snapshot())
      and not pg_visible_in_snapshot(l.xid, pg_current_snapshot()) order by l.id limit 10`);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/xid/);
});
