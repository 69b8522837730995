import { readFileSync } from 'node:fs';

/** Where the system does not say how many files a process may open. */
const unsaid = 8192;

/** Files and sockets that this process may have open; Node has raised the soft limit to the hard one as it started. */
export function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? unsaid : Number(soft);
  } catch {
    return unsaid;
  }
}
