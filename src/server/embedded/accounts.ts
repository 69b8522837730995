import pg from 'pg';
import { APP_USER, BACKUP_USER, type Cluster, DATABASE, SUPERUSER } from './cluster.ts';

/** SQLSTATEs of a missing account or other password, an account without login, a missing database. */
const unprepared = new Set(['28P01', '28000', '3D000']);

/** Objects that change owner in one transaction: each needs a lock until its end, and locks are limited. */
const atOnce = 200;

/** Returns the URL of the application's database with the password of its ordinary account. */
export function appUrl(cluster: Cluster, port: number): string {
  return address(port, APP_USER, cluster.appPassword, DATABASE);
}

function address(port: number, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Creates the product's accounts and database if missing. A database that an older version owned as superuser changes
 * its owner; the account gets its login last, so that the next start continues an interrupted one.
 */
export async function prepareDatabase(cluster: Cluster, port: number): Promise<void> {
  const urls = [appUrl(cluster, port), address(port, BACKUP_USER, cluster.backupPassword, DATABASE)];
  const prepared = await Promise.all(urls.map(isPrepared));
  if (prepared.every((isReady) => isReady)) return;
  const onDatabase = (name: string) => address(port, SUPERUSER, cluster.password, name);
  await within(onDatabase('postgres'), async (client) => {
    for (const name of [APP_USER, BACKUP_USER]) {
      const role = await client.query('select 1 from pg_roles where rolname = $1', [name]);
      if (role.rowCount === 0) await client.query(`create role ${name} nologin`);
    }
    const database = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE} owner ${APP_USER}`);
  });
  await within(onDatabase(DATABASE), async (client) => {
    await handOver(client);
    await client.query(`
      alter role ${BACKUP_USER} login replication password ${client.escapeLiteral(cluster.backupPassword)};
      alter role ${APP_USER} login password ${client.escapeLiteral(cluster.appPassword)}`);
  });
}

async function isPrepared(url: string): Promise<boolean> {
  try {
    await within(url, async () => undefined);
    return true;
  } catch (error) {
    if (unprepared.has(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}

async function within(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Selects everything owned by the superuser outside PostgreSQL's schemas and extensions; sequences of columns follow
 * their table.
 */
const foreign = `
  with mine as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    extended as (select classid, objid from pg_depend where deptype = 'e')
  select format('alter schema %I', nspname) as change from pg_namespace n join mine using (oid) where nspowner = $1::regrole
  union all
  select format('alter table %s', c.oid::regclass) from pg_class c join mine on mine.oid = c.relnamespace
    where c.relowner = $1::regrole and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not exists (select 1 from extended where classid = 'pg_class'::regclass and objid = c.oid)
      and not (c.relkind = 'S' and exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
  union all
  select format('alter routine %s', p.oid::regprocedure) from pg_proc p join mine on mine.oid = p.pronamespace
    where p.proowner = $1::regrole and not exists (select 1 from extended where classid = 'pg_proc'::regclass and objid = p.oid)
  union all
  select format('alter type %s', t.oid::regtype) from pg_type t join mine on mine.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
    where t.typowner = $1::regrole and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c') and not exists (select 1 from extended where classid = 'pg_type'::regclass and objid = t.oid)`;

async function handOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ change: string }>(foreign, [SUPERUSER]);
  const statements = rows.map(({ change }) => `${change} owner to ${APP_USER}`);
  // Several statements in one query are one transaction.
  for (let offset = 0; offset < statements.length; offset += atOnce)
    await client.query(statements.slice(offset, offset + atOnce).join(';'));
  await client.query(`alter database ${DATABASE} owner to ${APP_USER}`);
}
