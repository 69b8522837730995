import { sql } from 'kysely';
import { claimUntil, isLateRung, pastLimit, type StoredWarn, type Timer } from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

/**
 * Marks the warns of due claim rungs as overdue that are past their limit, and returns them. A late rung that fires
 * before the limit (the warn moved to a project with a longer one) is armed again.
 */
export async function markOverdue(
  tx: Db,
  due: readonly Timer[],
  rows: ReadonlyMap<string, StoredWarn>,
): Promise<StoredWarn[]> {
  const waits = ({ warnId }: Timer) => {
    const row = rows.get(warnId);
    return row?.status === 'pending' && row.firstClaimedAt === null && !row.overdue;
  };
  const timers = due.filter((timer) => timer.kind === 'claim' && waits(timer));
  if (timers.length === 0) return [];
  const marked = await tx.returning(sql<{ id: string }>`
    update warn set overdue = true, version = version + 1, updated_at = now(), updated_by = null
    where id = any(${bigints(timers.map(({ warnId }) => warnId))}) and ${pastLimit} returning id::text`);
  const markedRows = marked.flatMap(({ id }) => rows.get(id) ?? []);
  for (const row of markedRows) row.overdue = true;
  const early = timers.filter((timer) => isLateRung(timer) && waits(timer)).map(({ warnId }) => warnId);
  if (early.length > 0)
    await sql`
      update warn_timer t set done_at = null, due_at = ${claimUntil} from warn
      where warn.id = t.warn_id and t.warn_id = any(${bigints(early)}) and t.kind = 'claim' and t.rung < 0 and ${claimUntil} > now()`.execute(
      tx,
    );
  return markedRows;
}
