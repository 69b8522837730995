import { log } from './log.ts';

/**
 * Runs work without awaiting it; an error is logged under `name` and ends nothing. Needed because the linter forbids
 * `void`.
 */
export function runInBackground(work: Promise<unknown>, name: string): void {
  work.catch((error: unknown) => log.warn({ err: error, work: name }, 'background work failed'));
}
