import { ApiError } from '#web/api/request.ts';

/** True when a chunk of the program could not be loaded; each browser says it in its own words. */
export function isLostChunk(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(
    fault.message,
  );
}

/** The server's number of the failure, where it gave one. */
export function traceOf(fault: unknown): string | undefined {
  return fault instanceof ApiError ? fault.traceId : undefined;
}
