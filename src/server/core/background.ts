import { log } from './log.ts';

/** Lets work go on by itself: its error is logged under its name, and ends nothing. The lint forbids `void` for that. */
export function runInBackground(work: Promise<unknown>, name: string): void {
  work.catch((error: unknown) => log.warn({ err: error, work: name }, 'background work failed'));
}
