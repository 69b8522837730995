import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Lowest priority of the system. */
const lowest = constants.priority.PRIORITY_LOW;
/** Retry interval, ms, and maximum retries: without root, Linux accepts one such change in 100 ms. */
const againAfter = 120;
const maxTries = 50;

/**
 * Sets the priority of a process's session. Linux first shares the CPU among sessions (autogroup), so a process
 * priority counts only within its session; each PostgreSQL process is a session.
 */
function setSession(pid: number, priority: number, tries = maxTries): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries <= 1) return;
    setTimeout(setSession, againAfter, pid, priority, tries - 1).unref();
  }
}

/**
 * Lowers the priority of a process, alone in its session, by 1 to 19 relative to this one. Does nothing for a process
 * of another account or without priorities.
 */
export function lowerPriority(pid: number, by: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + by, lowest));
  } catch {
    return;
  }
  if (process.platform === 'linux') setSession(pid, by);
}

/**
 * Nice value of sessions with alarm work, if root starts the product: they run first when ready. They take a quarter of
 * one core even when users create maximum load.
 */
const higher = -15;

/** Returns whether the process is the leader of its session, not part of a terminal's or another one. */
function leads(pid: number): boolean {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[3]) === pid;
  } catch {
    return false;
  }
}

/** Raises the priority of a process's session where allowed; nothing depends on it. */
export function raisePriority(pid: number): void {
  if (process.platform === 'linux' && process.getuid?.() === 0 && leads(pid)) setSession(pid, higher);
}
