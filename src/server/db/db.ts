// db: pools, statements and their types, migrations, partitions, binary batches, what nodes tell each other.

import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { yieldToAlarms } from '#server/core/alarmPriority.ts';
import { log } from '#server/core/log.ts';
import { lowerPriority, raisePriority } from '#server/core/processPriority.ts';
import { isTransient } from '#server/core/retry.ts';
import { type Queries, queriesOn } from './queries.ts';

/** A database handle or an open transaction: what statements are written on, with Kysely's methods or with `sql`. */
export type Db = Queries;

/** The database outside a transaction. */
interface Database extends Queries {
  /** What `work` does on `tx` is kept whole, or nothing of it when it throws. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/**
 * Who uses the database. Each has connections of its own, so that none waits for what another one holds:
 * `web` calls of people; `list` those of them that read a page of a list; `direct` the system's part of an alarm's way (ingest, timers, the live stream's reading) and
 * migrations, never through a transaction pooler; `alarm` what people and devices ask on that way; `outside` what is read for and
 * written down of messages to people outside the screens; `report` jobs, exports, imports and statistics.
 */
export type PoolName = 'web' | 'list' | 'direct' | 'alarm' | 'outside' | 'report';

/**
 * Connections that only read, where the database runs here: their processes have a lower priority. What writes has not, for
 * an alarm waits for locks that it holds at its commit.
 */
interface Readers {
  max: number;
  /** How much lower the priority is. */
  behind: number;
}

interface Shape {
  /** Connections at most. */
  max: number;
  /** Opened at the start and kept: a new one takes a thread that hashing or pictures may hold. */
  minConnections: number;
  /** Longest statement. */
  statement: `${number}s`;
  /** Longest wait for a connection, ms. */
  wait: number;
  /** Answers wait while an alarm is under way. */
  aside?: boolean;
  readers?: Readers;
}

const shapes: Record<PoolName, Shape> = {
  web: { max: 16, minConnections: 0, statement: '30s', wait: 5000, aside: true },
  list: { max: 12, minConnections: 0, statement: '30s', wait: 5000, aside: true, readers: { max: 12, behind: 5 } },
  direct: { max: 8, minConnections: 4, statement: '30s', wait: 5000 },
  alarm: { max: 6, minConnections: 2, statement: '10s', wait: 5000 },
  // Of thousands of messages each waits for its turn: one that was sent and is not written down is sent again.
  outside: { max: 4, minConnections: 0, statement: '30s', wait: 60_000 },
  // A reader of many rows holds one connection and takes a second now and then.
  report: { max: 8, minConnections: 0, statement: '120s', wait: 60_000, aside: true, readers: { max: 8, behind: 8 } },
};

interface Opened {
  pool: pg.Pool;
  /** For long reading in a transaction; the pool itself where it has none of its own. */
  readers: pg.Pool;
  db: Database;
}

let open: Record<PoolName, Opened> | undefined;

const usage = new AsyncLocalStorage<PoolName>();

/** Everything that `work` does with the database it does on the connections of this pool; without it, on `web`. */
export function onPool<T>(name: PoolName, work: () => T): T {
  return usage.run(name, work);
}

/** No statement takes a second core: one slow list must not take both. */
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
  // An idle connection that breaks is thrown away by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error, passing: isTransient(error) }, 'idle database connection lost'));
  // The same for one that is in use between two statements of a transaction: the next statement fails and tells.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const writing = /^(?!\s*(?:select|with)\b)|\b(?:insert into|update|delete from|merge into)\b/i;

function isReading(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { text?: unknown }).text;
  return typeof text === 'string' && !writing.test(text);
}

/**
 * What is asked outside a transaction: reading goes to those who read, and what was read is handed on after an alarm that is
 * under way; within one, locks would wait too.
 */
function standAside(pool: pg.Pool, readers = pool): void {
  const write = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const read = readers === pool ? write : (readers.query.bind(readers) as typeof write);
  const behind = async (...args: unknown[]): Promise<unknown> => {
    const result = await (isReading(args[0]) ? read(...args) : write(...args));
    await yieldToAlarms();
    return result;
  };
  pool.query = behind as pg.Pool['query'];
}

/** Connections of their own for those who read, with a lower priority of the database's processes: they are ours. */
function openReaders(url: string, shape: Shape, { max, behind }: Readers): pg.Pool {
  const pool = makePool(url, { ...shape, max, minConnections: 0 });
  pool.on('connect', (client) => lowerPriority(processOf(client), behind));
  return pool;
}

function processOf(client: pg.PoolClient): number {
  return (client as pg.PoolClient & { processID: number }).processID;
}

/**
 * A transaction on a connection of its own, which is given back whatever happens: also when `begin` fails, as it does while
 * the database restarts.
 */
async function transactionOn<T>(from: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await from.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(queriesOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    broken = isTransient(error);
    // What cannot be rolled back is not used again.
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Opens a pool and the connections that it keeps. */
async function openPool(url: string, shape: Shape, ours: boolean): Promise<Opened> {
  const pool = makePool(url, shape);
  const readers = ours && shape.readers ? openReaders(url, shape, shape.readers) : pool;
  if (shape.aside) standAside(pool, readers);
  else if (ours) pool.on('connect', (client) => raisePriority(processOf(client)));
  const clients = await Promise.all(Array.from({ length: shape.minConnections }, () => pool.connect()));
  for (const client of clients) client.release();
  const db: Database = { ...queriesOn(pool), transaction: (work) => transactionOn(pool, work) };
  return { pool, readers, db };
}

/** Opens the pools. `direct` defaults to `url`; `ours` when the database's processes run here, started by the product. */
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

/** The primary, outside a transaction, on the pool of whoever asks (`onPool`). */
export const db = new Proxy({} as Database, { get: (_, property) => Reflect.get(current().db, property) });

/** The pool of whoever asks, or the one that is named. */
export function pool(name?: PoolName): pg.Pool {
  return current(name).pool;
}

/** Connections for transactions of whoever asks that only read. */
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
