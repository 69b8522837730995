import { setTimeout as wait } from 'node:timers/promises';

/**
 * Calls `look` every 20 ms and returns its first value that is not undefined, null or false. Rejects after `most` ms
 * with `what`; the default is just below a test's timeout, for busy machines.
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
