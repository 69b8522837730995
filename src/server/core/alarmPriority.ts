import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';

/** Longest stretch of work on the one thread before alarms and requests get their turn, ms. */
const longest = 4;
/** An alarm under way is looked for so often, ms, and waited for at most so many times in a row. */
const pollMs = 2;
const maxPolls = 50;
/** The same for a single call. */
const maxCallPolls = 20;

let alarms = 0;
/** Whoever has paused goes on one after the other, one in a turn of the event loop. */
let last: Promise<unknown> = Promise.resolve();

/** Work on an alarm's way: long loops stand back while it is under way, 100 ms at most for each of their stretches. */
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

/**
 * Lets an alarm that is under way go first, 40 ms at most: however many alarms follow each other, calls are only slower.
 * Undefined when there is none.
 */
export function yieldToAlarms(): Promise<void> | undefined {
  return alarms > 0 ? letOthersIn(maxCallPolls) : undefined;
}

/**
 * A pause for long loops: call it once a round and await the answer. It lets the event loop turn when the work has held it
 * for `longest`, and costs nothing otherwise; of several loops one goes on in each turn. Awaiting what is known already does
 * not let anybody else in.
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
