import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CopyRequest, OnProgress } from './copy.ts';
import type { CopyMessage } from './copyProcess.ts';
import { BackupProblem } from './problem.ts';

const program = fileURLToPath(new URL('copyProcess.ts', import.meta.url));

/** Error of a process that was stopped before its end. */
export class CopyStopped extends Error {}

/** Makes a backup in a child process; `signal` stops it and deletes its files. Throws a BackupProblem. */
export async function copyInProcess(
  request: CopyRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ size: number; entries: number }> {
  const child = fork(program, {
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A separate session, because Linux shares the CPU among sessions.
    detached: true,
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  try {
    let last: CopyMessage | undefined;
    child.on('message', (message: CopyMessage) => {
      last = message;
      if ('done' in message) onProgress(message.done, message.total);
    });
    child.send(request);
    if (signal.aborted) stop();
    await new Promise<void>((resolve) => child.once('close', () => resolve()));
    if (last && 'made' in last) return last.made;
    if (signal.aborted) throw new CopyStopped();
    throw new BackupProblem(last && 'failed' in last ? last.failed : '备份进程意外结束');
  } finally {
    signal.removeEventListener('abort', stop);
    for (const rest of ['.part', '.part.sums']) await rm(`${request.target}${rest}`, { force: true });
  }
}
