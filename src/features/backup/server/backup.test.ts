import { spawn } from 'node:child_process';
import { copyFile, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLogs } from '#server/audit/seal.ts';
import { restoreInto } from '#server/backup/restoreInto.ts';
import { decrypt, encrypt, openKey } from '#server/core/crypto.ts';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { wake } from '#server/db/wake.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { storeBlob } from '#server/files/blobs.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { asSuperuser } from '#server/testing/superuser.ts';
import { until } from '#server/testing/until.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { backupApi } from '../contract.ts';

type Row = OutputOf<typeof backupApi.getBackupList>;

const passphrase = 'lantern under the old bridge';
/** Timeout, ms: a backup here copies and verifies some 80 MB, twice the files of a bare database. */
const long = { timeout: 240_000 };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let backups: string;
let postgres: EmbeddedPostgres;
let app: TestApp;

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  backups = join(folder.path, 'backups');
  postgres = await startEmbeddedPostgres(lockDataDir(dataDir));
  app = await startApp({
    databaseUrl: postgres.url,
    env: { DATA_DIR: dataDir, BACKUP_DIR: backups, BACKUP_PASSPHRASE: passphrase, BACKUP_KEEP: '2' },
  });
}, 120_000);
afterAll(async () => {
  await app.stop();
  await postgres.stop();
  await folder.remove();
});

const newest = async (): Promise<Row | undefined> => (await app.list(backupApi.getBackupList, {}, app.admin)).rows[0];

/** Waits until the newest backup ends; returns it. */
async function ended(): Promise<Row> {
  return until(
    'the end of the backup',
    async () => {
      const row = await newest();
      return row?.finishedAt ? row : null;
    },
    200_000,
  );
}

async function makeBackup(): Promise<string> {
  await app.call(backupApi.startBackup, {}, app.admin);
  const row = await ended();
  expect(row).toMatchObject({ state: 'done', withDatabase: true });
  return join(backups, row.file ?? '');
}

/** Runs a program of the product in a child process; returns exit code and output. */
async function runProgram(
  path: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  const node = [path, ...args];
  const child = spawn(process.execPath, node, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** Returns a digest of every row, by table; partitions count as their parent table. */
async function allRows(url: string): Promise<Map<string, Set<string>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const tables = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    );
    const rows = new Map<string, Set<string>>();
    for (const { name } of tables.rows) {
      const result = await client.query<{ digest: string }>(`select md5(t::text) as digest from ${name} t`);
      rows.set(name, new Set(result.rows.map(({ digest }) => digest)));
    }
    return rows;
  } finally {
    await client.end();
  }
}

async function write(index: number): Promise<void> {
  const { hash, size } = await storeBlob(Readable.from([`content ${index}`]));
  await app.sql(
    `insert into file (department_id, project_id, hash, size, name, type, subject, rights, owner_id, created_by, created_at)
     select min(d.id), min(p.id), $1, $2, $3, 'text/plain', 'probe', '{}', 0, 0, now() from department d, project p`,
    [hash, size, `probe ${index}`],
  );
}

test(
  'the first backup is made by itself, and one made while people write is restored to one moment: rows, files, secrets and seals',
  long,
  async () => {
    expect(await ended()).toMatchObject({ state: 'done', cause: 'schedule', byName: null, goneAt: null });
    const customer = await aCustomer(app);
    await app.sql('update customer set health_cipher = $2 where id = $1', [customer, encrypt('青霉素过敏')]);
    await sealLogs();
    const rowsBefore = await allRows(postgres.url);

    let busy = true;
    let written = 0;
    const writing = (async () => {
      for (; busy; written += 1) {
        await write(written);
        await aCustomer(app);
      }
    })();
    await until('some writing', () => written > 3);
    const atStart = written;
    const sealing = sealLogs();
    const path = await makeBackup();
    const atEnd = written;
    busy = false;
    await Promise.all([writing, sealing]);
    const after = await allRows(postgres.url);

    const target = join(folder.path, 'restored');
    const restored = await runProgram('src/server/backup/restoreCli.ts', [backups], {
      DATA_DIR: target,
      BACKUP_PASSPHRASE: passphrase,
    });
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(path) });

    const verified = await runProgram('src/server/boot/verifyLog.ts', [], { DATA_DIR: target });
    expect(verified).toMatchObject({ code: 0, said: expect.stringMatching(/操作命令.*完好[\s\S]*字段变更.*完好/) });
    const again = await startEmbeddedPostgres(lockDataDir(target));
    try {
      const found = await allRows(again.url);
      expect([...found.keys()].sort()).toEqual([...rowsBefore.keys()].sort());
      // The copy contains its own backup as still running.
      for (const table of ['backup', 'lease']) found.delete(table);
      let same = 0;
      const wrong: string[] = [];
      for (const [table, rows] of found) {
        const [first, last] = [rowsBefore.get(table) ?? new Set(), after.get(table) ?? new Set()];
        if (!first.isSubsetOf(last)) continue;
        // An unchanged table is equal. An appended table has all earlier rows and no foreign ones.
        if (!first.isSubsetOf(rows) || !rows.isSubsetOf(last)) wrong.push(table);
        same += first.size === last.size ? 1 : 0;
      }
      expect(wrong).toEqual([]);
      expect(same).toBeGreaterThan(60);

      const client = new pg.Client({ connectionString: again.url });
      await client.connect();
      const files = await client.query<{ hash: string; name: string }>(
        `select hash, name from file where subject = 'probe' order by id`,
      );
      const secret = await client.query<{ health_cipher: string }>('select health_cipher from customer where id = $1', [
        customer,
      ]);
      await client.end();
      expect(files.rows.map(({ name }) => name)).toEqual(files.rows.map((_, index) => `probe ${index}`));
      expect(files.rows.length).toBeGreaterThanOrEqual(atStart);
      expect(files.rows.length).toBeLessThanOrEqual(atEnd + 1);
      for (const [index, { hash }] of files.rows.entries())
        expect(await readFile(join(target, 'files', hash.slice(0, 2), hash.slice(2, 4), hash), 'utf8')).toBe(
          `content ${index}`,
        );
      openKey(target);
      expect(decrypt(secret.rows[0]?.health_cipher ?? '')).toBe('青霉素过敏');
      expect((await stat(join(target, 'secret.key'))).mode & 0o777).toBe(0o600);
    } finally {
      openKey(dataDir);
      await again.stop();
    }
  },
);

test(
  'a backup cannot be read without the passphrase, and one that was altered or cut is refused and leaves nothing',
  long,
  async () => {
    const row = await newest();
    const backupPath = join(backups, row?.file ?? '');
    const target = join(folder.path, 'never');
    const bytes = await readFile(backupPath);
    expect(bytes.includes('anhao')).toBe(false);
    expect((await stat(backupPath)).mode & 0o777).toBe(0o600);
    await expect(restoreInto(backupPath, 'another passphrase', target)).rejects.toThrow('口令不对');

    const bad = join(folder.path, 'bad.age');
    await copyFile(backupPath, bad);
    const file = await open(bad, 'r+');
    const middle = Math.floor(bytes.length / 2);
    await file.write(Buffer.from([(bytes[middle] ?? 0) ^ 1]), 0, 1, middle);
    await file.close();
    await expect(restoreInto(bad, passphrase, target)).rejects.toThrow('已损坏或不完整');
    await copyFile(backupPath, bad);
    await truncate(bad, bytes.length - 70_000);
    await expect(restoreInto(bad, passphrase, target)).rejects.toThrow('已损坏或不完整');
    await writeFile(bad, 'something else');
    await expect(restoreInto(bad, passphrase, target)).rejects.toThrow('不是安好的备份');
    expect((await readdir(folder.path)).filter((name) => name.includes('never'))).toEqual([]);

    await mkdir(target);
    await writeFile(join(target, 'mine'), 'x');
    await expect(restoreInto(backupPath, passphrase, target)).rejects.toThrow('不是空文件夹');
    expect(await readdir(target)).toEqual(['mine']);
  },
);

test('who asks while one is under way is refused, and a cancelled one leaves nothing', long, async () => {
  // A sparse file: too long to copy before the cancellation, without using disk space.
  const huge = join(dataDir, 'files/00/00/huge');
  await mkdir(dirname(huge), { recursive: true });
  await (await open(huge, 'w')).close();
  await truncate(huge, 100e9);
  try {
    const filesBefore = await readdir(backups);
    const { id } = await app.call(backupApi.startBackup, {}, app.admin);
    expect(await app.tryCall(backupApi.startBackup, {}, app.admin)).toMatchObject({
      status: 409,
      msg: '已有一份备份在进行',
    });
    await until('progress', async () => ((await newest())?.done ?? 0) > 0, 60_000);
    await app.call(backupApi.cancelBackup, { id }, app.admin);
    expect(await ended()).toMatchObject({ id, state: 'cancelled', file: null });
    expect(await readdir(backups)).toEqual(filesBefore);
    expect(await app.tryCall(backupApi.cancelBackup, { id }, app.admin)).toMatchObject({ status: 409 });
  } finally {
    await rm(huge);
  }
});

test(
  'as many good ones are kept as asked for, and a person at the machine makes one while the product runs',
  long,
  async () => {
    const [older, old] = (await readdir(backups)).sort();
    const outcome = await runProgram('src/server/backup/backupCli.ts', [backups], {
      DATA_DIR: dataDir,
      BACKUP_PASSPHRASE: passphrase,
    });
    expect(outcome).toMatchObject({ code: 0, said: expect.stringContaining('备份完成并已核对') });
    wake.publish('backup');
    // The file is deleted before its row is marked.
    const { rows } = await until('the end of the oldest', async () => {
      const list = await app.list(backupApi.getBackupList, {}, app.admin);
      return list.rows.some(({ file, goneAt }) => file === older && goneAt !== null) && list;
    });
    const remaining = (await readdir(backups)).sort();
    expect(remaining).toHaveLength(2);
    expect(remaining).toContain(old);
    expect(rows[0]).toMatchObject({ state: 'done', cause: 'command', file: remaining[1] });
    expect(rows.filter(({ state, goneAt }) => state === 'done' && goneAt === null)).toHaveLength(2);
  },
);

test(
  'a backup that fails is told the administrators with the reason, takes no good one away, and one too old is told, too',
  long,
  async () => {
    const filesBefore = await readdir(backups);
    const notices = () =>
      app.sql<{ title: string; content: string }>(
        `select title, content from notice where title like '数据备份%' order by id`,
      );
    await asSuperuser(postgres.url, dataDir, 'alter role anhao_backup noreplication');
    await app.call(backupApi.startBackup, {}, app.admin);
    expect(await ended()).toMatchObject({ state: 'failed', reason: expect.stringContaining('REPLICATION') });
    await until('the notice', async () => (await notices()).length === 1);
    expect(await notices()).toMatchObject([{ title: '数据备份失败', content: expect.stringContaining('REPLICATION') }]);
    expect(await readdir(backups)).toEqual(filesBefore);
    expect(await app.call(backupApi.getBackupState, {}, app.admin)).toMatchObject({ overdue: false, folder: backups });

    await app.sql(`update backup set finished_at = finished_at - interval '31 hours' where state = 'done'`);
    wake.publish('backup');
    await until('the second notice', async () => (await notices()).length === 2);
    wake.publish('backup');
    expect((await notices()).map(({ title }) => title)).toEqual(['数据备份失败', '数据备份过期']);
    expect(await app.call(backupApi.getBackupState, {}, app.admin)).toMatchObject({ overdue: true });
    const { text } = await app.ask({ method: 'GET', path: '/metrics' });
    expect(Number(/^backup_last_good_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(31 * 3600);
    const plain = await aUser(app, { role: 'operator' });
    expect(await app.tryCall(backupApi.startBackup, {}, plain.token)).toMatchObject({ status: 403 });
  },
);
