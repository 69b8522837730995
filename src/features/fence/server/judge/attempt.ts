import { log } from '#server/core/log.ts';

/** Runs a part of the judge's work; one that fails is logged and tried again by the next run, and stops no other. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.error({ err: error }, 'a part of the judge of fences failed');
    return false;
  }
}
