import { log } from '#server/core/log.ts';
import { nodeId } from '#server/core/node.ts';
import { db } from '#server/db/db.ts';

/** Interval in ms in which a repeated failure is logged once. */
const sameFailureEvery = 60_000;
const lastFailure = new Map<string, number>();

/** Returns the number of rows of a run: a number itself, the length of a list; otherwise null. */
export function rowsOf(result: unknown): number | null {
  if (typeof result === 'number') return result;
  return Array.isArray(result) ? result.length : null;
}

/** Writes a run to the schedule log; a write error is reported and never fails the run. */
export async function logRun(
  { name, title }: { name: string; title: string },
  started: Date,
  rows: number | null,
  error: string | null,
): Promise<void> {
  if (error !== null) {
    const now = Date.now();
    if (now - (lastFailure.get(title) ?? 0) < sameFailureEvery) return;
    lastFailure.set(title, now);
  }
  try {
    await db
      .insertInto('scheduleLog')
      .values({
        name,
        title,
        startedAt: started.toISOString(),
        durationMs: Date.now() - started.getTime(),
        rowCount: rows,
        result: error === null ? 'done' : 'failed',
        error: error?.slice(0, 500) ?? null,
        node: nodeId,
      })
      .execute();
  } catch (failure) {
    log.warn({ err: failure, job: name }, 'run not entered in the log');
  }
}
