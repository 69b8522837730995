import { sql } from 'kysely';
import { lastSlot } from '#server/core/backupSettings.ts';
import { db } from '#server/db/db.ts';

/** Wait before the retry of a failed scheduled backup. */
const againAfter = '1 hour';

/**
 * Returns whether a scheduled backup is due: since the last slot none was made, started or cancelled by a user, and the
 * last failure is an hour old. A product without any backup is due at once.
 */
export async function isDue(slots: readonly number[], now = Date.now()): Promise<boolean> {
  const slot = new Date(lastSlot(slots, now)).toISOString();
  const row = await db.row(sql<{ due: boolean }>`
    select not exists (
      select 1 from backup where state in ('waiting', 'running')
        or (created_at >= ${slot} and (state in ('done', 'cancelled') or (state = 'failed' and finished_at > now() - ${againAfter}::interval)))) as due`);
  return row?.due ?? false;
}

/** Returns whether the last valid backup is older than allowed; without one the age counts from the first attempt. */
export async function isOverdue(lastGoodAt: number | null, maxAgeHours: number): Promise<boolean> {
  const row = await db.row(sql<{ first: string | null }>`select min(created_at) as first from backup`);
  const first = row?.first;
  const since = lastGoodAt ?? (first ? new Date(first).getTime() : Date.now());
  return Date.now() - since > maxAgeHours * 3_600_000;
}
