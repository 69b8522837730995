import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DATABASE_USER } from './cluster.ts';

/** Address of the database that a running product keeps below this data folder; null when none runs there. */
export function runningDatabaseUrl(dataDir: string): string | null {
  const note = join(dataDir, 'postgres.location');
  if (!existsSync(note)) return null;
  const pidFile = join(resolve(dataDir, readFileSync(note, 'utf8').trim()), 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  // The fourth line of postmaster.pid is the port.
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]?.trim();
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  return port ? `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/anhao` : null;
}
