import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from '#server/core/config.ts';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { config } from '#server/core/runtime.ts';
import { clusterFolder } from '#server/embedded/running.ts';

/** Runs `npm run db:reset`: deletes DATA_DIR with database, files and keys, so that the next start is a first start. */
async function run(): Promise<void> {
  const { dataDir, databaseUrl } = config();
  if (databaseUrl) throw new ConfigError('DATABASE_URL is set: only the database of DATA_DIR can be begun anew');
  if (process.env.NODE_ENV === 'production') throw new ConfigError('NODE_ENV is production: nothing is deleted');
  const lock = lockDataDir(dataDir);
  const cluster = clusterFolder(lock.dataDir);
  try {
    if (!(await isConfirmed(lock.dataDir))) throw new ConfigError('Nothing is deleted.');
    if (cluster)
      rmSync(dirname(cluster) === lock.dataDir ? cluster : dirname(cluster), { recursive: true, force: true });
    rmSync(lock.dataDir, { recursive: true, force: true });
  } finally {
    lock.release();
  }
  process.stdout.write(`${lock.dataDir} is deleted; the next start makes a new one.\n`);
}

async function isConfirmed(dataDir: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) throw new ConfigError('Nobody can be asked here: npm run db:reset -- --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${dataDir}: database, files and keys are deleted. Type yes: `);
  terminal.close();
  return answer.trim() === 'yes';
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error && !('code' in error) ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
