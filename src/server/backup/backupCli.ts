import { resolve } from 'node:path';
import { sql } from 'kysely';
import { type DataDirLock, lockDataDir } from '#server/core/dataDirLock.ts';
import { config } from '#server/core/runtime.ts';
import { closeDatabase, db, openDatabase } from '#server/db/db.ts';
import { startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { runningDatabaseUrl } from '../embedded/running.ts';
import { BackupProblem, sentenceOf } from './problem.ts';
import { enterBackup, settleLeftovers } from './record.ts';
import { runBackup, withDatabase } from './run.ts';

/** Returns the database: the configured one, that of a running product, or one started for this. */
async function database(): Promise<{ url: string; end: () => Promise<void> }> {
  const { dataDir, databaseUrl, databaseDirectUrl } = config();
  const named = databaseDirectUrl ?? databaseUrl;
  if (named) return { url: named, end: async () => undefined };
  let lock: DataDirLock;
  try {
    lock = lockDataDir(dataDir);
  } catch (error) {
    const url = runningDatabaseUrl(dataDir);
    if (!url) throw error;
    return { url, end: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres(lock);
  return {
    url: postgres.url,
    end: async () => {
      await postgres.stop();
      lock.release();
    },
  };
}

async function enter(): Promise<string> {
  const row = await db.row(sql<{ there: boolean }>`select to_regclass('backup') is not null as there`);
  if (!row?.there) throw new BackupProblem('这个数据库还没有用这个版本启动过，请先启动一次再备份');
  await settleLeftovers();
  const id = await enterBackup(db, 'command', '0', withDatabase());
  if (!id) throw new BackupProblem('已有一份备份在进行，请等它结束');
  return id;
}

/**
 * Runs `npm run backup -- <folder>`: makes a backup in the folder (default BACKUP_DIR), whether the product runs or
 * not.
 */
async function run(): Promise<void> {
  const folder = process.argv[2] ?? config().backup.dir;
  if (!folder) throw new BackupProblem('请写明备份到哪个文件夹：npm run backup -- <文件夹>');
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  const { url, end } = await database();
  try {
    await openDatabase(url);
    const id = await enter();
    const outcome = await runBackup(id, resolve(folder), ending.signal);
    if (outcome?.state === 'waiting') {
      await sql`
        update backup set state = 'cancelled', reason = '已中断', finished_at = clock_timestamp() where id = ${id}`.execute(
        db,
      );
      throw new BackupProblem('备份已中断，没有留下文件');
    }
    if (outcome?.state !== 'done') throw new BackupProblem(outcome?.reason ?? '已有一份备份在进行，请等它结束');
    const what = withDatabase()
      ? '数据库、文件和密钥'
      : '文件和密钥（不含外部数据库，它由自己的工具备份，如 pgBackRest）';
    process.stdout.write(
      `备份完成并已核对：${outcome.path}\n${what}，共 ${outcome.entries} 个文件，${((outcome.size ?? 0) / 1e6).toFixed(1)} MB，已用口令加密。\n`,
    );
    await closeDatabase();
  } finally {
    await end();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  },
);
