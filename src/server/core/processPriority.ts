import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Behind all others. */
const lowest = constants.priority.PRIORITY_LOW;
/** So often the system is asked again, ms, and so many times: without root it takes one such change in 100 ms. */
const againAfter = 120;
const maxTries = 50;

/**
 * Where Linux shares the processor among sessions first (autogroup), a priority counts within its session alone, and each
 * process of PostgreSQL is a session of its own: it has to be told of the session too.
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
 * Gives a process, the only one of its session, a priority lower than this one's by 1 to 19. One that is not ours, or a system
 * without priorities, goes on as it is.
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
 * How much higher the priority is of what an alarm passes, where root starts the product: of all that is ready it runs next. It
 * takes a quarter of one processor even when users do all they can.
 */
const higher = -15;

/** Whether the process has a session of its own, which is not a terminal's or somebody else's. */
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

/** Lets the session of a process go before others, where that may be: nothing depends on it. */
export function raisePriority(pid: number): void {
  if (process.platform === 'linux' && process.getuid?.() === 0 && leads(pid)) setSession(pid, higher);
}
