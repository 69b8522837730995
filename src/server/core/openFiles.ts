import { readFileSync } from 'node:fs';

/** Default if the system reports no limit of open files. */
const unsaid = 8192;

/**
 * Returns the limit of open files and sockets of this process; Node has raised the soft limit to the hard one at its
 * start.
 */
export function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? unsaid : Number(soft);
  } catch {
    return unsaid;
  }
}
