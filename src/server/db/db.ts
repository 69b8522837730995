// db: pools, statements and their types, migrations, partitions, binary batches, messages between nodes.

import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { yieldToAlarms } from '#server/core/alarmPriority.ts';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { log } from '#server/core/log.ts';
import { lowerPriority, raisePriority } from '#server/core/process/processPriority.ts';
import { isTransient } from '#server/core/retry.ts';
import { type Queries, queriesOn } from './queries.ts';

/** A database handle or an open transaction: runs statements of Kysely's builder or of `sql`. */
export type Db = Queries;

/** Database handle outside a transaction. */
interface Database extends Queries {
  /** Runs `work` in a transaction: commits at its end, rolls back if it throws. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/**
 * Pools by use, with separate connections: `web` user requests; `list` pages of lists; `direct` alarm work of the
 * system (ingest, timers, live stream reads) and migrations, never behind a transaction pooler; `alarm` alarm requests
 * of users and devices; `outside` outbound notifications; `report` jobs, exports, imports and statistics.
 */
export type PoolName = 'web' | 'list' | 'direct' | 'alarm' | 'outside' | 'report';

/**
 * Extra read-only connections with a lower process priority, if the database runs on this host. Connections that write
 * keep theirs: an alarm waits for their locks at its commit.
 */
interface Readers {
  max: number;
  /** Increase of the nice value. */
  behind: number;
}

interface Shape {
  /** Maximum number of connections. */
  max: number;
  /** Connections opened at the start and kept: opening one takes a thread, which hashing or pictures may occupy. */
  minConnections: number;
  /** Statement timeout. */
  statement: `${number}s`;
  /** Maximum wait for a connection, ms. */
  wait: number;
  /** Delays results while alarm work runs. */
  aside?: boolean;
  readers?: Readers;
}

const shapes: Record<PoolName, Shape> = {
  web: { max: 16, minConnections: 0, statement: '30s', wait: 5000, aside: true },
  list: { max: 12, minConnections: 0, statement: '30s', wait: 5000, aside: true, readers: { max: 12, behind: 5 } },
  direct: { max: 8, minConnections: 4, statement: '30s', wait: 5000 },
  alarm: { max: 6, minConnections: 2, statement: '10s', wait: 5000 },
  // Thousands of notifications queue here for long: one that is sent but not recorded is sent again.
  outside: { max: 4, minConnections: 0, statement: '30s', wait: 60_000 },
  // A report holds one connection and sometimes takes a second one.
  report: { max: 8, minConnections: 0, statement: '120s', wait: 60_000, aside: true, readers: { max: 8, behind: 8 } },
};

interface Opened {
  pool: pg.Pool;
  /** For long reads in a transaction; same as `pool` without separate readers. */
  readers: pg.Pool;
  db: Database;
}

let open: Record<PoolName, Opened> | undefined;

const usage = new AsyncLocalStorage<PoolName>();

/** Runs `work` with this pool for all its database access; the default is `web`. */
export function onPool<T>(name: PoolName, work: () => T): T {
  return usage.run(name, work);
}

/** Returns the session settings. Parallel workers are off: one slow list must not take two cores. */
function settingsOf({ statement }: Shape): string {
  return `set time zone 'UTC'; set statement_timeout = '${statement}'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '15s';
    set max_parallel_workers_per_gather = 0`;
}

function makePool(url: string, shape: Shape): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: shape.max,
    min: shape.minConnections,
    keepAlive: true,
    connectionTimeoutMillis: shape.wait,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => {
      await client.query(settingsOf(shape));
    },
  });
  // The pool discards an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', (error) => log.warn({ err: error, passing: isTransient(error) }, 'idle database connection lost'));
  // A connection may also break between two statements of a transaction: the next statement reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Delays results while alarm work runs. Not within a transaction: its locks would wait too. */
function standAside(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const behind = async (...args: unknown[]): Promise<unknown> => {
    const result = await query(...args);
    await yieldToAlarms();
    return result;
  };
  pool.query = behind as pg.Pool['query'];
}

/** Opens the readers' connections and lowers the priority of their server processes, which run on this host. */
function openReaders(url: string, shape: Shape, { max, behind }: Readers): pg.Pool {
  const pool = makePool(url, { ...shape, max, minConnections: 0 });
  pool.on('connect', (client) => lowerPriority(processOf(client), behind));
  return pool;
}

function processOf(client: pg.PoolClient): number {
  return (client as pg.PoolClient & { processID: number }).processID;
}

/** Sends the statements of a connection one after the other: what reads several at once also runs in transactions. */
function inTurn(client: pg.PoolClient): Pick<pg.ClientBase, 'query'> {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const oneAtATime = limitConcurrency(1);
  return { query: ((...args: unknown[]) => oneAtATime(() => query(...args))) as pg.ClientBase['query'] };
}

/**
 * Runs a transaction on a connection from the pool and always releases it: also if `begin` fails while the database
 * restarts.
 */
async function transactionOn<T>(from: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await from.connect();
  const connection = inTurn(client);
  let broken = false;
  try {
    await connection.query('begin');
    const result = await work(queriesOn(connection));
    await connection.query('commit');
    return result;
  } catch (error) {
    broken = isTransient(error);
    // A connection that cannot roll back is not reused.
    await connection.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Opens a pool and its minimum connections. */
async function openPool(url: string, shape: Shape, ours: boolean): Promise<Opened> {
  const pool = makePool(url, shape);
  const readers = ours && shape.readers ? openReaders(url, shape, shape.readers) : pool;
  if (shape.aside) for (const each of new Set([pool, readers])) standAside(each);
  else if (ours) pool.on('connect', (client) => raisePriority(processOf(client)));
  const clients = await Promise.all(Array.from({ length: shape.minConnections }, () => pool.connect()));
  for (const client of clients) client.release();
  const db: Database = { ...queriesOn(pool, readers), transaction: (work) => transactionOn(pool, work) };
  return { pool, readers, db };
}

/** Opens the pools. `direct` defaults to `url`; `ours`: the product started the database on this host. */
export async function openDatabase(url: string, direct = url, ours = false): Promise<void> {
  const names = Object.keys(shapes) as PoolName[];
  const opened = await Promise.all(
    names.map(async (name) => [name, await openPool(name === 'direct' ? direct : url, shapes[name], ours)] as const),
  );
  open = Object.fromEntries(opened) as Record<PoolName, Opened>;
}

function current(name: PoolName = usage.getStore() ?? 'web'): Opened {
  if (!open) throw new Error('the database is not open');
  return open[name];
}

/** Primary database outside a transaction, on the current pool (`onPool`). */
export const db = new Proxy({} as Database, { get: (_, property) => Reflect.get(current().db, property) });

/** Returns the named pool; by default the current one (`onPool`). */
export function pool(name?: PoolName): pg.Pool {
  return current(name).pool;
}

/** Returns the readers of the current pool, for read-only transactions. */
export function readerPool(): pg.Pool {
  return current().readers;
}

export async function closeDatabase(): Promise<void> {
  if (!open) return;
  const closing = Object.values(open);
  open = undefined;
  await Promise.all(
    [...new Set(closing.flatMap(({ pool, readers }) => [pool, readers]))].map((pgPool) => pgPool.end()),
  );
}
