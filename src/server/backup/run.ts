// backup: copies database, files and keys as of one moment, and restores them.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { config } from '#server/core/runtime.ts';
import { db } from '#server/db/db.ts';
import { acquireLease, releaseLease } from '#server/jobs/schedule.ts';
import { runningBackupUrl } from '../embedded/running.ts';
import { CopyStopped, copyInProcess } from './copyInProcess.ts';
import { backupLease } from './lease.ts';
import { BackupProblem, sentenceOf } from './problem.ts';
import { version } from './version.ts';

const leaseSeconds = 60;
const beatEvery = 2000;

/** Returns the file name of a backup: UTC start time and row id. */
const fileName = (id: string) => `anhao-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${id}.tar.gz.age`;
/** Returns whether a file name is that of a backup. */
export const isBackupName = (name: string) => /^anhao-\d{8}T\d{6}Z-\d+\.tar\.gz\.age$/.test(name);

export interface Outcome {
  state: 'done' | 'failed' | 'cancelled' | 'waiting';
  /** Absolute path of the file. */
  path: string | null;
  size: number | null;
  entries: number | null;
  reason: string | null;
}

/** Returns whether backups made here include the database: an external server has its own tools. */
export function withDatabase(): boolean {
  return !config().databaseUrl;
}

/**
 * Makes the backup of a waiting row in `dir`: under the lease, in a child process, with progress in the row. `signal`
 * stops it and sets the row to waiting again.
 * @returns the outcome, also stored in the row; null if another node holds the lease
 */
export async function runBackup(id: string, dir: string, signal: AbortSignal): Promise<Outcome | null> {
  if (!(await acquireLease(backupLease, leaseSeconds))) return null;
  const name = fileName(id);
  await sql`
    update backup set state = 'running', started_at = clock_timestamp(), with_database = ${withDatabase()}, folder = ${dir} where id = ${id}`.execute(
    db,
  );
  const outcome = await makeBackup(id, join(dir, name), signal);
  await sql`
    update backup set state = ${outcome.state}, reason = ${outcome.reason}, size = ${outcome.size}, entries = ${outcome.entries},
      file = ${outcome.state === 'done' ? name : null}, done = case when ${outcome.state} = 'done' then coalesce(total, done) else done end,
      finished_at = case when ${outcome.state} = 'waiting' then null else clock_timestamp() end
    where id = ${id}`.execute(db);
  await releaseLease(backupLease);
  return outcome;
}

async function makeBackup(id: string, target: string, signal: AbortSignal): Promise<Outcome> {
  const nothing = { path: null, size: null, entries: null };
  const ending = new AbortController();
  const heart = beat(id, ending);
  try {
    const copy = await runCopy(target, heart.report, AbortSignal.any([signal, ending.signal]));
    return { state: 'done', path: target, ...copy, reason: null };
  } catch (error) {
    if (error instanceof CopyStopped && ending.signal.aborted)
      return ending.signal.reason === 'cancelled'
        ? { state: 'cancelled', ...nothing, reason: '已取消' }
        : { state: 'failed', ...nothing, reason: '与数据库失去联系，另一节点可能已接手' };
    if (error instanceof CopyStopped) return { state: 'waiting', ...nothing, reason: null };
    log.error({ err: error }, 'backup failed');
    return { state: 'failed', ...nothing, reason: sentenceOf(error) };
  } finally {
    await heart.stop();
  }
}

async function runCopy(
  target: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<{ size: number; entries: number }> {
  const { backup, dataDir } = config();
  if (!backup.passphrase) throw new BackupProblem('没有备份口令：请设置 BACKUP_PASSPHRASE_FILE 或 BACKUP_PASSPHRASE');
  const url = withDatabase() ? runningBackupUrl(dataDir) : null;
  if (!url && withDatabase()) throw new BackupProblem('找不到正在运行的数据库');
  const folder = join(target, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await dropDrafts(folder);
  const migrations = await db.rows(
    sql<{
      name: string;
    }>`select name from migration where name ~ '^[0-9]{4}_' order by name`,
  );
  const head = {
    format: 1 as const,
    createdAt: new Date().toISOString(),
    version,
    migrations: migrations.map(({ name }) => name),
    database: url ? ('embedded' as const) : ('none' as const),
  };
  return copyInProcess({ dataDir, databaseUrl: url, target, passphrase: backup.passphrase, head }, onProgress, signal);
}

/** Deletes drafts of killed processes: under the lease no other backup runs. */
async function dropDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isBackupName(name.replace(/\.part(\.sums)?$/, '')) && /\.part(\.sums)?$/.test(name))
      await rm(join(folder, name), { force: true });
  }
}

/** Extends the lease, writes the progress and checks for a cancellation, every 2 s. */
function beat(id: string, ending: AbortController) {
  let now = { done: 0, total: 0 };
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  let turn: Promise<void> = Promise.resolve();
  const poll = async () => {
    if (!(await acquireLease(backupLease, leaseSeconds))) return ending.abort('lost');
    const [row] = await db.returning(
      sql<{
        cancel_asked: boolean;
      }>`update backup set done = ${now.done}, total = ${now.total} where id = ${id} returning cancel_asked`,
    );
    missed = 0;
    if (row?.cancel_asked !== false) ending.abort('cancelled');
  };
  const next = () => {
    turn = poll()
      .catch(() => {
        missed += 1;
        if (missed * beatEvery > (leaseSeconds * 1000) / 2) ending.abort('lost');
      })
      .then(() => {
        if (!stopped) timer = setTimeout(next, beatEvery);
      });
  };
  timer = setTimeout(next, beatEvery);
  return {
    report: (done: number, total: number) => {
      now = { done, total };
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}

/**
 * Deletes the files of successful backups in `dir` beyond the newest `keep` and marks missing files; returns the number
 * deleted. Failed backups do not count; files without a row stay.
 */
export async function pruneBackups(dir: string, keep: number): Promise<number> {
  const rows = await db.rows(sql<{ id: string; file: string }>`
    select id::text, file from backup where state = 'done' and gone_at is null and folder = ${dir} order by finished_at desc, id desc`);
  const present = rows.filter(({ file }) => existsSync(join(dir, file)));
  const old = present.slice(keep);
  const missing = rows.filter((row) => !present.includes(row));
  for (const { file } of old) await rm(join(dir, file), { force: true });
  for (const { id } of [...old, ...missing])
    await sql`update backup set gone_at = clock_timestamp() where id = ${id}`.execute(db);
  return old.length;
}
