import { Worker } from 'node:worker_threads';
import { atMost } from '#server/core/limit.ts';
import type { HashTask } from './hashThread.ts';

/** So many wait for their turn; the next one is told to come again. */
const mostWaiting = 64;
/** A thread that nobody has needed for so long ends, ms. */
const idleEnd = 60_000;

type Answer = { value: string | boolean } | { error: string };

let thread: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
let waiting = 0;

/** One at a time: each takes a whole core and 19 MiB. */
const inTurn = atMost(1, mostWaiting);

/** The library's own way of not blocking takes threads that file work, compression and new connections need as well. */
function openThread(): Worker {
  const opened = new Worker(new URL('./hashThread.ts', import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  opened.on('error', () => undefined);
  opened.on('exit', () => {
    if (thread === opened) thread = undefined;
  });
  opened.unref();
  return opened;
}

function endWhenIdle(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    const idle = thread;
    if (waiting > 0 || !idle) return;
    thread = undefined;
    void idle.terminate();
  }, idleEnd);
  ending.unref();
}

function inThread(task: HashTask): Promise<Answer> {
  thread ??= openThread();
  const worker = thread;
  return new Promise((resolve, reject) => {
    const heard = (answer: Answer): void => {
      worker.off('exit', gone);
      resolve(answer);
    };
    const gone = (): void => {
      worker.off('message', heard);
      reject(new Error('the hashing thread ended'));
    };
    // It keeps the process alive while somebody waits for it.
    worker.ref();
    worker.once('message', heard);
    worker.once('exit', gone);
    worker.postMessage(task);
  }).finally(() => worker.unref()) as Promise<Answer>;
}

async function asked(task: HashTask): Promise<string | boolean> {
  waiting += 1;
  try {
    const answer = await inTurn(() => inThread(task));
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  } finally {
    waiting -= 1;
    endWhenIdle();
  }
}

/** argon2id in PHC form. 503 when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return String(await asked({ password, stored: null }));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right; without a hash (unknown account) the same time is spent and the answer is no. 503 when too
 * many wait.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return (await asked({ password, stored })) === true;
  decoy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  await asked({ password, stored: await decoy });
  return false;
}

/** How many passwords are being hashed or wait for it. */
export function hashing(): number {
  return waiting;
}
