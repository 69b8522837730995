import { existsSync } from 'node:fs';
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lockDataDir } from './dataDirLock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts';
import { isAlive } from './processes.ts';
import { runModule } from './testing/child.ts';
import { temporaryFolder } from './testing/folder.ts';

const isRoot = process.getuid?.() === 0;

/** One cluster for all: making it takes longer than all that is tried on it. */
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
  const [row] = await query(running?.url ?? '', `select pg_read_file('postmaster.pid') as file`);
  return Number.parseInt(String(row?.file), 10);
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

  test('keeps its data from one start to the next', async () => {
    await query((await start()).url, 'create table stopped as select 7 as figure');
    await stop();
    expect(await query((await start()).url, 'select figure from stopped')).toEqual([{ figure: 7 }]);
  });

  test('is taken back from an application that was killed', async () => {
    const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
    const app = runModule(`
      const { lockDataDir } = await import(${module('dataDirLock.ts')});
      const { startEmbeddedPostgres } = await import(${module('embeddedPostgres.ts')});
      const { url } = await startEmbeddedPostgres(lockDataDir(${JSON.stringify(folder.path)}));
      console.log(url);
      setInterval(() => {}, 1000);
    `);
    const orphanUrl = await app.heard('postgresql://');
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
    const before = await postmasterPid();
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => query(url, 'select figure from killed').catch(() => []), { timeout: 20_000 })
      .toEqual([{ figure: 7 }]);
    expect(await postmasterPid()).not.toBe(before);
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
