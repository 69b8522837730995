// db: pools, statements and their types, migrations, partitions, binary batches, what nodes tell each other.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setPriority } from 'node:os';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { log } from '#server/core/log.ts';
import { giveWay } from '#server/core/pause.ts';
import { isPassing } from '#server/core/retry.ts';
import { type Queries, queriesOn } from './queries.ts';

/**
 * A database handle or an open transaction: what services read from. Kysely's methods and `sql` are the way to write a
 * statement; Drizzle's stand beside them, on the same connection, for what has not been rewritten yet.
 */
export type Db = NodePgDatabase & Queries;

/**
 * Who uses the database. Each has connections of its own, so that none waits for what another one holds:
 * `web` calls of people; `direct` the system's part of an alarm's way (ingest, timers, the live stream's reading) and
 * migrations, never through a transaction pooler; `alarm` what people and devices ask on that way; `report` jobs, exports,
 * imports and statistics.
 */
export type PoolName = 'web' | 'direct' | 'alarm' | 'report';

interface Shape {
  /** Connections at most. */
  max: number;
  /** Opened at the start and kept: a new one takes a thread that hashing or pictures may hold. */
  kept: number;
  /** Longest statement. */
  statement: `${number}s`;
  /** Longest wait for a connection, ms. */
  wait: number;
  /** Whose answers wait while an alarm is under way, and how much lower the priority of its database processes is. */
  behind?: number;
}

const shapes: Record<PoolName, Shape> = {
  web: { max: 20, kept: 0, statement: '30s', wait: 5000, behind: 5 },
  direct: { max: 8, kept: 4, statement: '30s', wait: 5000 },
  alarm: { max: 6, kept: 2, statement: '10s', wait: 5000 },
  // A reader of many rows holds one connection and takes a second now and then.
  report: { max: 8, kept: 0, statement: '120s', wait: 60_000, behind: 10 },
};

interface Opened {
  pool: pg.Pool;
  db: Db;
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
    min: shape.kept,
    keepAlive: true,
    connectionTimeoutMillis: shape.wait,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => {
      await client.query(settingsOf(shape));
    },
  });
  // An idle connection that breaks is thrown away by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error, passing: isPassing(error) }, 'idle database connection lost'));
  // The same for one that is in use between two statements of a transaction: the next statement fails and tells.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (shape.behind) answerBehindAlarms(pool);
  return pool;
}

/** What was read outside a transaction is handed on after an alarm that is under way; within one, locks would wait too. */
function answerBehindAlarms(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...asked: unknown[]) => unknown;
  const behind = async (...asked: unknown[]): Promise<unknown> => {
    const found = await query(...asked);
    await giveWay();
    return found;
  };
  pool.query = behind as pg.Pool['query'];
}

/**
 * Gives the database's processes for this pool a lower priority, where they run on this machine as ours: lists and reports
 * of many people must not keep an alarm from its turn.
 */
function lower(pool: pg.Pool, priority: number): void {
  pool.on('connect', (client) => {
    try {
      setPriority((client as pg.PoolClient & { processID: number }).processID, priority);
    } catch {
      // Not ours to change: it goes on as it is.
    }
  });
}

/**
 * A handle whose transactions always give their connection back. Drizzle's own keeps it for good when `begin` fails, as it
 * does while the database restarts: after twenty of them nothing would be answered any more.
 */
function handleOf(from: pg.Pool): Db {
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await from.connect();
    let broken = false;
    try {
      const queries = queriesOn(client);
      return await drizzle(client).transaction((tx) => work(Object.assign(tx, queries)), config);
    } catch (error) {
      broken = isPassing(error);
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return Object.assign(drizzle(from), queriesOn(from), { transaction });
}

/** Opens a pool and the connections that it keeps. */
async function openPool(url: string, shape: Shape, ours: boolean): Promise<Opened> {
  const pool = makePool(url, shape);
  if (ours && shape.behind) lower(pool, shape.behind);
  const clients = await Promise.all(Array.from({ length: shape.kept }, () => pool.connect()));
  for (const client of clients) client.release();
  return { pool, db: handleOf(pool) };
}

/** Opens the pools. `direct` defaults to `url`; `ours` when the database's processes run here, started by the product. */
export async function openDatabase(url: string, direct = url, ours = false): Promise<void> {
  const { web, alarm, report } = shapes;
  const [ofWeb, ofDirect, ofAlarm, ofReport] = await Promise.all([
    openPool(url, web, ours),
    openPool(direct, shapes.direct, ours),
    openPool(url, alarm, ours),
    openPool(url, report, ours),
  ]);
  open = { web: ofWeb, direct: ofDirect, alarm: ofAlarm, report: ofReport };
}

function current(name: PoolName = usage.getStore() ?? 'web'): Opened {
  if (!open) throw new Error('the database is not open');
  return open[name];
}

/** The primary, outside a transaction, on the pool of whoever asks (`onPool`). */
export const db = new Proxy({} as Db, { get: (_, property) => Reflect.get(current().db, property) });

/** The pool of whoever asks, or the one that is named. */
export function pool(name?: PoolName): pg.Pool {
  return current(name).pool;
}

export async function closeDatabase(): Promise<void> {
  if (!open) return;
  const closing = Object.values(open);
  open = undefined;
  await Promise.all(closing.map((one) => one.pool.end()));
}
