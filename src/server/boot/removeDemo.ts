import { ConfigError } from '#server/core/config.ts';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { config } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';
import { startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { removeDemos } from '#server/feature/seeds.ts';

/** Runs `npm run demo:remove`: deletes the demo rows from the configured database; the server must be stopped. */
async function run(): Promise<void> {
  const { dataDir, databaseUrl, databaseDirectUrl } = config();
  const lock = lockDataDir(dataDir);
  const postgres = databaseUrl ? null : await startEmbeddedPostgres(lock);
  try {
    await openDatabase(databaseDirectUrl ?? databaseUrl ?? postgres?.url ?? '');
    const remaining = await removeDemos();
    await closeDatabase();
    const lines = [
      '演示数据已删除：告警、设备、客户、账号、型号、项目、部门。操作与修改日志按规定保留。',
      ...remaining.map((line) => `保留 ${line}`),
      '以后启动不再加入演示数据。',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await postgres?.stop();
    lock.release();
  }
}

run().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || (error instanceof Error && !('code' in error));
  process.stderr.write(`${isExpected ? (error as Error).message : String(error)}\n`);
  process.exitCode = 1;
});
