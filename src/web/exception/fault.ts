import { ApiError } from '#web/api/request.ts';

/** Returns whether a chunk could not be loaded; each browser has its own error text. */
export function isLostChunk(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(
    fault.message,
  );
}

/** Returns the server's trace id of the failure, if there is one. */
export function traceOf(fault: unknown): string | undefined {
  return fault instanceof ApiError ? fault.traceId : undefined;
}
