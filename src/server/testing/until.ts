import { setTimeout as wait } from 'node:timers/promises';

/**
 * The first value of `look` that is neither undefined, null nor false, looked for every 20 ms. Rejects after `most` ms
 * with what was waited for: by default just before the test's own time is up, however busy the machine is.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  most = 45_000,
): Promise<Exclude<T, undefined | null | false>> {
  for (const end = Date.now() + most; ; await wait(20)) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) return value as Exclude<T, undefined | null | false>;
    if (Date.now() > end) throw new Error(`waited ${most} ms for ${what}`);
  }
}
