import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns whether a process with this id exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the start time of a process as the system writes it: distinguishes it from a later process with the same id.
 * `undefined` if there is none.
 */
export function processBirth(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Field 22 of /proc/<pid>/stat; field 2 is a name in parentheses that may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : `${bootId} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Returns whether process `pid` is a PostgreSQL server of the folder `clusterDir` (an absolute path). */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (processBirth(pid) === undefined) return false;
  if (process.platform !== 'linux') return ps(pid, 'command=')?.includes(clusterDir) ?? false;
  try {
    // Not by the working directory: root in a container may be unable to read that of another account.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(clusterDir);
  } catch {
    return false;
  }
}

function ps(pid: number, column: string): string | undefined {
  const result = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
}
