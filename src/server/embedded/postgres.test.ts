import { existsSync } from 'node:fs';
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { isAlive } from '#server/core/process/processes.ts';
import { migrate } from '#server/db/migrate.ts';
import { runModule } from '#server/testing/child.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { APP_USER, DATABASE, openCluster, SUPERUSER } from './cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';
import { startPostmaster, stopPostmaster } from './postmaster.ts';

const isRoot = process.getuid?.() === 0;

/** One cluster for all tests: creating it takes longer than the tests. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterEach(stop);
afterAll(() => folder.remove());

async function start({ path } = folder): Promise<EmbeddedPostgres> {
  const lock = lockDataDir(path);
  lock.release();
  running = await startEmbeddedPostgres(lock);
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8'), 10);
}

describe('the embedded PostgreSQL', { retry: 0 }, () => {
  test('stores UTF-8, commits to the disk and listens on this machine only', async () => {
    const { url } = await start();
    const [row] = await query(
      url,
      `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
         current_setting('listen_addresses') as listens, upper('é') as upper,
         (select datlocale from pg_database where datname = current_database()) as locale`,
    );
    expect(row).toEqual({ encoding: 'UTF8', fsync: 'on', listens: '127.0.0.1', upper: 'É', locale: 'C.UTF-8' });
  });

  test('lets nobody in without the password, which only its owner may read', async () => {
    const { url } = await start();
    const guess = new URL(url);
    guess.password = 'guess';
    await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(folder.path, 'postgres.password'))).mode & 0o777).toBe(0o600);
  });

  test('gives the product an account that owns its database and can neither read files, run programs nor make accounts', async () => {
    const { url } = await start();
    await query(url, 'create table harmless (word text); drop table harmless; create extension if not exists pg_trgm');
    const [row] = await query(
      url,
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, pg_get_userbyid(datdba) = current_user as owns
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(row).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owns: true,
    });
    for (const forbidden of [
      `select pg_read_file('postmaster.pid')`,
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/out'`,
      'create role intruder',
      `alter role ${SUPERUSER} password 'known'`,
      `set role ${SUPERUSER}`,
      `alter system set fsync = off`,
      `create function own() returns int language c as 'libc', 'getpid'`,
    ])
      await expect(query(url, forbidden), forbidden).rejects.toThrow(/permission denied|must be/);
  });

  test('hands a database that an older version kept under the superuser over to the product, whole', async () => {
    const old = await temporaryFolder();
    const cluster = openCluster(old.path);
    const postmaster = await startPostmaster(cluster, 0, {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    });
    const superuserUrl = `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${postmaster.port}`;
    await query(`${superuserUrl}/postgres`, `create database ${DATABASE}`);
    await migrate(`${superuserUrl}/${DATABASE}`);
    await query(
      `${superuserUrl}/${DATABASE}`,
      `create schema aside; create type aside.mood as enum ('well'); create view aside.seen as select name from migration;
       create table aside.counted (id serial, mood aside.mood default 'well'); insert into aside.counted default values`,
    );
    await stopPostmaster(postmaster);
    await rm(join(old.path, 'postgres.app.password'));

    const { url } = await start(old);
    expect(await query(url, 'select id, mood from aside.counted')).toEqual([{ id: 1, mood: 'well' }]);
    const [remaining] = await query(
      url,
      `select (select count(*)::int from pg_class where relowner = 10 and relnamespace in ('public'::regnamespace, 'aside'::regnamespace)) as relations,
         (select count(*)::int from pg_proc p where proowner = 10 and pronamespace = 'public'::regnamespace
            and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')) as routines,
         (select count(*)::int from pg_type where typowner = 10 and typnamespace = 'aside'::regnamespace) as types,
         pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`,
    );
    expect(remaining).toEqual({ relations: 0, routines: 0, types: 0, owner: APP_USER });
    expect(await migrate(url)).toEqual([]);
    await query(
      url,
      `alter table warn add column extra int; insert into aside.counted default values; drop schema aside cascade`,
    );
    await stop();
    expect(await query((await start(old)).url, 'select current_user as who')).toEqual([{ who: APP_USER }]);
    await stop();
    await old.remove();
  });

  test('keeps its data from one start to the next', async () => {
    await query((await start()).url, 'create table stopped as select 7 as figure');
    await stop();
    expect(await query((await start()).url, 'select figure from stopped')).toEqual([{ figure: 7 }]);
  });

  test('is taken back from an application that was killed', async () => {
    const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
    const app = runModule(`
      const { lockDataDir } = await import(${module('../core/dataDirLock.ts')});
      const { startEmbeddedPostgres } = await import(${module('./postgres.ts')});
      const { url } = await startEmbeddedPostgres(lockDataDir(${JSON.stringify(folder.path)}));
      console.log(url);
      setInterval(() => {}, 1000);
    `);
    const orphanUrl = await app.waitForLine('postgresql://');
    await query(orphanUrl, 'create table orphaned as select 7 as figure');
    app.child.kill('SIGKILL');
    await app.exit;

    const { url } = await start();
    expect(await query(url, 'select figure from orphaned')).toEqual([{ figure: 7 }]);
    await expect(query(orphanUrl, 'select 1')).rejects.toThrow();
  });

  test('comes back on the same port when it is killed itself, with everything that was committed', async () => {
    const { url } = await start();
    await query(url, 'create table killed as select 7 as figure');
    const previousPid = await postmasterPid();
    process.kill(previousPid, 'SIGKILL');
    await expect
      .poll(() => query(url, 'select figure from killed').catch(() => []), { timeout: 20_000 })
      .toEqual([{ figure: 7 }]);
    expect(await postmasterPid()).not.toBe(previousPid);
  });

  test('is gone when it was stopped', async () => {
    await start();
    const pid = await postmasterPid();
    await stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('runs as an ordinary account when root starts it', async ({ skip }) => {
    skip(!isRoot, 'only root lends PostgreSQL an account');
    await start();
    expect((await stat(join(folder.path, 'postgres'))).uid).not.toBe(0);
  });

  test('finds a place outside a folder that is closed to that account, and stays there', async ({ skip }) => {
    skip(!isRoot, 'only root lends PostgreSQL an account');
    const closed = await temporaryFolder();
    await chmod(closed.path, 0o700);
    await query((await start(closed)).url, 'create table kept as select 7 as figure');
    await stop();
    const place = (await readFile(join(closed.path, 'postgres.location'), 'utf8')).trim();
    expect(existsSync(place)).toBe(true);
    expect(place.startsWith(closed.path)).toBe(false);
    await chmod(closed.path, 0o711);
    try {
      expect(await query((await start(closed)).url, 'select figure from kept')).toEqual([{ figure: 7 }]);
    } finally {
      await stop();
      await rm(dirname(place), { recursive: true });
      await closed.remove();
    }
  });
});
