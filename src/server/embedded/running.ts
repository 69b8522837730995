import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APP_USER, BACKUP_USER, DATABASE } from './cluster.ts';

/** Returns the folder of this data folder's embedded PostgreSQL; null if there is none. */
export function clusterFolder(dataDir: string): string | null {
  const note = join(dataDir, 'postgres.location');
  return existsSync(note) ? resolve(dataDir, readFileSync(note, 'utf8').trim()) : null;
}

/** Returns the URL, with the product's account, of the running database of this data folder; null if none runs. */
export function runningDatabaseUrl(dataDir: string): string | null {
  return runningUrl(dataDir, APP_USER, 'postgres.app.password');
}

/** Returns the URL with the account that copies the whole cluster; null if none runs. */
export function runningBackupUrl(dataDir: string): string | null {
  return runningUrl(dataDir, BACKUP_USER, 'postgres.backup.password');
}

function runningUrl(dataDir: string, user: string, passwordFile: string): string | null {
  const folder = clusterFolder(dataDir);
  const pidFile = folder && join(folder, 'postmaster.pid');
  if (!pidFile || !existsSync(pidFile)) return null;
  // The fourth line of postmaster.pid is the port.
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]?.trim();
  const password = readFileSync(join(dataDir, passwordFile), 'utf8').trim();
  return port ? `postgresql://${user}:${password}@127.0.0.1:${port}/${DATABASE}` : null;
}
