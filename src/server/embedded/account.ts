import { spawnSync } from 'node:child_process';

/** A system account by its ids; `undefined`: the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

const CANDIDATES = ['postgres', 'nobody'];

/**
 * Returns the account for PostgreSQL. It refuses to run as root, and `initdb` needs an account with a name, so root
 * uses one that every system has.
 * @throws if the process is root and the system has none of them
 */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of CANDIDATES) {
    const uid = numericId('-u', name);
    const gid = numericId('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(`PostgreSQL does not run as root and none of these accounts exists: ${CANDIDATES.join(', ')}`);
}

function numericId(flag: '-u' | '-g', name: string): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout) : undefined;
}

/** Returns whether the account can read and enter the folder `path`; asks the kernel, which knows every rule. */
export function canEnter(account: Account, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], { ...account, cwd: '/' }).status === 0;
}

/** Returns whether the account can pass through the folder `path` to something below it. */
export function canPass(account: Account, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/' }).status === 0;
}
