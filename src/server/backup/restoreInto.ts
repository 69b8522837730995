import { chownSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { type Account, databaseAccount } from '../embedded/account.ts';
import { placeCluster } from '../embedded/cluster.ts';
import type { Head } from './archive.ts';
import { clusterFolder } from './copy.ts';
import { BackupProblem } from './problem.ts';
import { type ArchiveEntry, readArchive } from './readArchive.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Restores a backup into the data folder `target`, which must be empty or missing. Writes and verifies a folder next to
 * it, test-starts the database, then renames atomically. An error leaves nothing behind.
 * @throws BackupProblem
 */
export async function restoreInto(
  path: string,
  passphrase: string,
  target: string,
): Promise<{ head: Head; entries: number }> {
  await requireEmpty(target);
  const parent = dirname(resolve(target));
  await mkdir(parent, { recursive: true });
  const draft = join(parent, `.${basename(target)}.restoring-${process.pid}`);
  await mkdir(draft, { mode: 0o711 });
  await chmod(draft, 0o711);
  const account = databaseAccount();
  let cluster = '';
  try {
    const done = await readArchive(
      path,
      passphrase,
      async (head) => {
        await requireKnownMigrations(head);
        cluster = head.database === 'embedded' ? placeCluster(draft) : '';
      },
      (entry) => unpack(entry, targetPathOf(entry.name, draft, cluster)),
    );
    if (cluster) {
      await changeOwner(cluster, account);
      await tryDatabase(draft);
    }
    await rmdir(target).catch(() => undefined);
    await rename(draft, target);
    return done;
  } catch (error) {
    // The cluster of root may be outside the data folder.
    if (cluster && !cluster.startsWith(draft)) await rm(dirname(cluster), { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function requireEmpty(target: string): Promise<void> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) throw new BackupProblem(`${target} 不是空文件夹；恢复只写进空的或还不存在的 DATA_DIR`);
}

/** Refuses a backup with unknown migrations: an older product would corrupt the database. */
async function requireKnownMigrations(head: Head): Promise<void> {
  const available = new Set(await readdir(migrations));
  const unknown = head.migrations.filter((name) => !available.has(name));
  if (unknown.length > 0)
    throw new BackupProblem(`这份备份来自更新的版本（多出 ${unknown.join('、')}），请用那个版本或更新的版本恢复`);
}

function targetPathOf(name: string, draft: string, cluster: string): string {
  const inCluster = `${clusterFolder}/`;
  return cluster && name.startsWith(inCluster) ? join(cluster, name.slice(inCluster.length)) : join(draft, name);
}

async function unpack({ folder, content }: ArchiveEntry, path: string): Promise<void> {
  await mkdir(folder ? path : dirname(path), { recursive: true, mode: 0o700 });
  if (folder) return;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

async function changeOwner(folder: string, account: Account): Promise<void> {
  if (!account) return;
  chownSync(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
}

/** Test-starts the database, which recovers it to the time of the backup; a later start need not repeat that. */
async function tryDatabase(dataDir: string): Promise<void> {
  const lock = lockDataDir(dataDir);
  try {
    const postgres = await startEmbeddedPostgres(lock);
    await postgres.stop();
  } catch (error) {
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '');
    const last = log.trimEnd().split('\n').at(-1) ?? '';
    throw new BackupProblem(`恢复出来的数据库启动不了：${last || String(error)}`, { cause: error });
  } finally {
    lock.release();
  }
}
