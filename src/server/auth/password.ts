import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { openWorkerProcess } from '#server/core/workerProcess.ts';
import type { HashAnswer, HashTask } from './hashProcess.ts';

/** So many wait for their turn; the next one is told to come again. */
const maxWaiting = 64;

/** One at a time: each takes a whole core and 19 MiB. */
const inTurn = limitConcurrency(1, maxWaiting);

let waiting = 0;

/** The library's own way of not blocking takes threads that file work, compression and new connections need as well. */
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

/** argon2id in PHC form. 503 when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return String(await runHashTask({ password, stored: null }));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right; without a hash (unknown account) the same time is spent and the answer is no. 503 when too
 * many wait.
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

/** How many passwords are being hashed or wait for it. */
export function hashing(): number {
  return waiting;
}
