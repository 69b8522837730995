import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work on the one thread before alarms and requests get their turn, ms. */
const longest = 12;

/**
 * A pause for long loops: call it once a round and await the answer. It lets the event loop turn when the work has held it
 * for `longest`, and costs nothing otherwise. Awaiting what is known already does not let anybody else in.
 */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
