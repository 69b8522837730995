import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processBirth } from './process/processes.ts';

/** Exclusive lock of a data folder by one process. */
export type DataDirLock = { readonly dataDir: string; release(): void };

const LOCK_FILE = 'anhao.lock';

/**
 * Locks the data folder for this process and creates it if missing. Takes over the lock of a dead process (kill -9,
 * power cut). Call it before any other access to the folder.
 * @throws an Error of one line with the folder and the process that holds it
 */
export function lockDataDir(dataDir: string): DataDirLock {
  // Mode 711: the PostgreSQL account that root uses must reach its cluster; other accounts cannot list the folder.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const home = realpathSync(dataDir);
  const file = join(home, LOCK_FILE);
  const content = `${process.pid} ${processBirth(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    while (!claim(draft, file)) removeStale(file, home);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    dataDir: home,
    release() {
      if (read(file) === content) rmSync(file, { force: true });
    },
  };
}

/** Creates the lock by a hard link, which is atomic: no process reads a half-written lock. */
function claim(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(file: string, home: string): void {
  const seen = read(file);
  if (seen === undefined) return;
  const pid = Number.parseInt(seen, 10);
  if (seen.trim() === `${pid} ${processBirth(pid)}`) {
    throw new Error(`DATA_DIR ${home} is in use by another Anhao (process ${pid}): stop it, or set another DATA_DIR`);
  }
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Two starts may find the same stale lock: the slower one restores the lock that the faster one has just taken.
  if (read(aside) !== seen) claim(aside, file);
  rmSync(aside, { force: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
