import { sql } from 'kysely';
import { lastSlot } from '#server/core/backupSettings.ts';
import { db } from '#server/db/db.ts';

/** After a failure the clock tries again. */
const againAfter = '1 hour';

/**
 * Whether the clock owes a backup: none was made or begun, nor given up by a person, since the last of its times that came,
 * and the last failure is an hour old. A product that was never backed up owes one at once.
 */
export async function isDue(slots: readonly number[], now = Date.now()): Promise<boolean> {
  const slot = new Date(lastSlot(slots, now)).toISOString();
  const { rows } = await sql<{ due: boolean }>`
    select not exists (
      select 1 from backup where state in ('waiting', 'running')
        or (created_at >= ${slot} and (state in ('done', 'cancelled') or (state = 'failed' and finished_at > now() - ${againAfter}::interval)))) as due`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}

/** Whether the last good backup is older than allowed; one that was never made counts from the first that was tried. */
export async function isOverdue(lastGoodAt: number | null, maxAgeHours: number): Promise<boolean> {
  const { rows } = await sql<{ first: string | null }>`select min(created_at) as first from backup`.execute(db);
  const first = rows[0]?.first;
  const since = lastGoodAt ?? (first ? new Date(first).getTime() : Date.now());
  return Date.now() - since > maxAgeHours * 3_600_000;
}
