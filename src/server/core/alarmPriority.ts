import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';

/** Maximum time of a loop on the thread before alarms and requests get a turn, ms. */
const longest = 4;
/** Poll interval for running alarm work, ms, and the maximum polls of a long loop in a row. */
const pollMs = 2;
const maxPolls = 50;
/** Maximum polls of a single request. */
const maxCallPolls = 20;

let alarms = 0;
/** Paused loops resume one after the other, one per turn of the event loop. */
let last: Promise<unknown> = Promise.resolve();

/** Runs alarm work; long loops pause meanwhile, at most 100 ms each time. */
export async function asAlarm<T>(work: () => Promise<T>): Promise<T> {
  alarms += 1;
  try {
    return await work();
  } finally {
    alarms -= 1;
  }
}

async function letOthersIn(looks: number): Promise<void> {
  await turn();
  for (let look = 0; alarms > 0 && look < looks; look += 1) await rest(pollMs);
}

/** Waits for running alarm work, at most 40 ms: a series of alarms only slows requests. Undefined if there is none. */
export function yieldToAlarms(): Promise<void> | undefined {
  return alarms > 0 ? letOthersIn(maxCallPolls) : undefined;
}

/**
 * Returns a pause for long loops: call and await it once a round. Yields to the event loop after `longest` ms of work,
 * otherwise costs nothing; only one loop resumes per turn. Awaiting a resolved promise does not yield.
 */
export function cooperativePause(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    const resumed = last.then(() => letOthersIn(maxPolls));
    last = resumed;
    return resumed.then(() => {
      since = performance.now();
    });
  };
}
