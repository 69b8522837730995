import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { openWorkerProcess } from '#server/core/process/workerProcess.ts';
import type { HashAnswer, HashTask } from './hashProcess.ts';

/** Maximum queue length; above it the answer is 503. */
const maxWaiting = 64;

/** Runs one hash at a time: each takes a full core and 19 MiB. */
const inTurn = limitConcurrency(1, maxWaiting);

let waiting = 0;

/**
 * Hashes in a child process: the library's async functions occupy threads needed for files, compression and new
 * connections.
 */
const inProcess = openWorkerProcess<HashTask, HashAnswer>({
  name: 'passwords',
  program: fileURLToPath(new URL('./hashProcess.ts', import.meta.url)),
  heap: 32,
  idleEnd: 60_000,
  longest: 30_000,
});

async function runHashTask(task: HashTask): Promise<string | boolean> {
  waiting += 1;
  try {
    const answer = await inTurn(() => inProcess(task));
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  } finally {
    waiting -= 1;
  }
}

/** Returns the argon2id hash in PHC format. 503 if the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  return String(await runHashTask({ password, stored: null }));
}

let decoy: Promise<string> | undefined;

/**
 * Returns whether the password is correct. Without a hash (unknown account) takes the same time and returns false. 503
 * if the queue is full.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return (await runHashTask({ password, stored })) === true;
  decoy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  await runHashTask({ password, stored: await decoy });
  return false;
}

/** Returns the number of running and queued hashes. */
export function hashing(): number {
  return waiting;
}
