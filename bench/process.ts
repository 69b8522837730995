import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ticks of /proc/<pid>/stat a second; fixed on every Linux that Node runs on. */
const ticks = 100;

/** The process that holds the data folder. */
export function holderOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'anhao.lock'), 'utf8'), 10);
}

/** Resident memory of a process, MB (10^6 bytes); NaN where the system does not tell. */
export function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) * 1024) / 1e6;
}

/** CPU seconds that a process has used so far; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticks : Number.NaN;
}

/** CPU seconds of a process, of its living children, and of those that have ended; NaN where the system does not tell. */
export function cpuSecondsOfTree(pid: number): number {
  const stat = statOf(pid);
  if (!stat) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number);
  const reaped = (Number(stat[13]) + Number(stat[14])) / ticks;
  return children.reduce((sum, child) => sum + (cpuSeconds(child) || 0), cpuSeconds(pid) + reaped);
}

/** The fields of /proc/<pid>/stat behind the name, which may itself hold spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}
