import type { Config } from '#server/core/config.ts';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { runningDatabaseUrl } from '#server/embedded/running.ts';

/** Returns the database for a script: the configured one, that of a running product, or one started until `end`. */
export async function cliDatabase({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
}: Config): Promise<{ url: string; end: () => Promise<void> }> {
  const named = databaseDirectUrl ?? databaseUrl ?? runningDatabaseUrl(dataDir);
  if (named) return { url: named, end: async () => undefined };
  const lock = lockDataDir(dataDir);
  const postgres = await startEmbeddedPostgres(lock);
  return {
    url: postgres.url,
    end: async () => {
      await postgres.stop();
      lock.release();
    },
  };
}
