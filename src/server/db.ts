import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Queries, queriesOn } from './db/queries.ts';
import { log } from './log.ts';
import { isPassing } from './retry.ts';

/**
 * A database handle or an open transaction: what services read from. Kysely's methods and `sql` are the way to write a
 * statement; Drizzle's stand beside them, on the same connection, for what has not been rewritten yet.
 */
export type Db = NodePgDatabase & Queries;

interface Databases {
  pool: pg.Pool;
  db: Db;
  /** Never through a transaction pooler: LISTEN, ingest lanes, migrations. */
  direct: pg.Pool;
  directDb: Db;
  /** For reports; the same as `db` until a read replica is named. */
  reports: Db;
}

let open: Databases | undefined;

const settings = `set time zone 'UTC'; set statement_timeout = '30s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '15s'`;

function makePool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => {
      await client.query(settings);
    },
  });
  // An idle connection that breaks is thrown away by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error, passing: isPassing(error) }, 'idle database connection lost'));
  // The same for one that is in use between two statements of a transaction: the next statement fails and tells.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
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

/** Opens the pools. `direct` defaults to `url`. */
export function openDatabase(url: string, direct = url): void {
  const pool = makePool(url, 20);
  const directPool = direct === url ? pool : makePool(direct, 6);
  const handle = handleOf(pool);
  open = {
    pool,
    db: handle,
    direct: directPool,
    directDb: directPool === pool ? handle : handleOf(directPool),
    reports: handle,
  };
}

function current(): Databases {
  if (!open) throw new Error('the database is not open');
  return open;
}

/** The primary, outside a transaction. */
export const db = new Proxy({} as Db, { get: (_, property) => Reflect.get(current().db, property) });

export function pool(): pg.Pool {
  return current().pool;
}

export function directPool(): pg.Pool {
  return current().direct;
}

export function directDb(): Db {
  return current().directDb;
}

export async function closeDatabase(): Promise<void> {
  if (!open) return;
  const { pool: first, direct } = open;
  open = undefined;
  await first.end();
  if (direct !== first) await direct.end();
}
