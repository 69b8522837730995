// Identifies the process that started this one, and watches whether it still runs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const CHECK_MS = 500;

/**
 * Calls `onGone` once when the starter of this process has ended. npm runs a script through a shell, and a signal that
 * ends only npm leaves the shell waiting: below npm's shell its parent counts, too, but no process above npm, since it
 * may run in the background on purpose.
 * @returns a function that ends the watch
 */
export function watchStarter(onGone) {
  const parent = process.ppid;
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  const npm = byNpm && isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  return () => clearInterval(timer);
}

function isShell(pid) {
  const name = process.platform === 'linux' ? procFile(pid, 'comm') : ps(pid, 'comm=').replace(/^.*\//, '');
  return /^-?(ba|da|z|a|k)?sh\b/.test(name);
}

function parentOf(pid) {
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid='));
  // Field 4 of stat; field 2 is a name in parentheses that may contain spaces.
  return Number(
    procFile(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ')[1],
  );
}

function procFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid, column) {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
