import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** CPU seconds of a process and of all its living children, and of those that have ended. */
export function cpuSecondsOfTree(pid: number): number {
  const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  const ended = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const reaped = (Number(ended[13]) + Number(ended[14])) / ticks;
  return children.reduce((sum, child) => sum + (cpuSeconds(child) || 0), cpuSeconds(pid) + reaped);
}
