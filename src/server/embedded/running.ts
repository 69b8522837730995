import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APP_USER, DATABASE } from './cluster.ts';

/** Address, for the product's account, of the database that runs below this data folder; null when none runs there. */
export function runningDatabaseUrl(dataDir: string): string | null {
  const note = join(dataDir, 'postgres.location');
  if (!existsSync(note)) return null;
  const pidFile = join(resolve(dataDir, readFileSync(note, 'utf8').trim()), 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  // The fourth line of postmaster.pid is the port.
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]?.trim();
  const password = readFileSync(join(dataDir, 'postgres.app.password'), 'utf8').trim();
  return port ? `postgresql://${APP_USER}:${password}@127.0.0.1:${port}/${DATABASE}` : null;
}
