import { spawnSync } from 'node:child_process';

/** A system account by its numbers; `undefined` stands for the account this process runs as. */
export type Account = { uid: number; gid: number } | undefined;

const CANDIDATES = ['postgres', 'nobody'];

/**
 * The account that PostgreSQL runs as. PostgreSQL refuses to run as root, and `initdb` wants an account with a name,
 * so root lends it one that every system has.
 * @throws when the process is root and the system has none of them
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

/** Whether the account may read and enter the folder `path`; the kernel is asked, for only it knows every rule. */
export function canEnter(account: Account, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], { ...account, cwd: '/' }).status === 0;
}

/** Whether the account may pass through the folder `path` on its way to something below it. */
export function canPass(account: Account, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/' }).status === 0;
}
