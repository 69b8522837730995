import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postmasterOf } from '../../test/support/database.ts';

/** Ticks per second in /proc/<pid>/stat; fixed on every Linux that Node runs on. */
const ticks = 100;

/** Returns the id of the process that holds the data folder. */
export function holderOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'anhao.lock'), 'utf8'), 10);
}

/** Returns the resident memory of a process, MB (10^6 bytes); NaN where the system does not provide it. */
export function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) * 1024) / 1e6;
}

/** Returns the CPU seconds used by a process so far; NaN where the system does not provide them. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticks : Number.NaN;
}

/**
 * Returns the CPU seconds of a process, its living children, and ended ones; NaN where the system does not provide
 * them.
 */
export function cpuSecondsOfTree(pid: number): number {
  const stat = statOf(pid);
  if (!stat) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number);
  const reaped = (Number(stat[13]) + Number(stat[14])) / ticks;
  return children.reduce((sum, child) => sum + (cpuSeconds(child) || 0), cpuSeconds(pid) + reaped);
}

/** CPU seconds of the server and of the database. */
export interface Cpu {
  server: number;
  database: number;
}

/** Returns the CPU seconds that a server and the database of its data folder have used so far. */
export function cpuOfProduct(server: number, dataDir: string): Cpu {
  return { server: cpuSeconds(server), database: cpuSecondsOfTree(postmasterOf(dataDir).pid) };
}

/** Returns the fields of /proc/<pid>/stat after the name, which may contain spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}
