import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import type { Tried } from './trialHooks.ts';

/** A trial since the device was last pressed. */
interface StoredTrial {
  id: string;
  result: Tried['result'];
  tries: number;
  by: string | null;
}

/** Returns the last trial of a locked device since it was pressed. */
export async function lastTrial(tx: Db, equipmentId: string): Promise<StoredTrial | undefined> {
  return tx.row(sql<StoredTrial>`
    select t.id::text, t.result, t.tries, t.created_by::text as by from trial t join device_state s on s.device_id = t.equipment_id
    where t.equipment_id = ${equipmentId} and t.ended_at is null and t.created_at > coalesce(s.pressed_at, '-infinity')`);
}

/** Replaces the last trial of a locked device; returns the new id. */
export async function writeTrial(
  tx: Db,
  viewer: Viewer,
  { equipmentId, result, note, nextAt }: Tried,
  previous: StoredTrial | undefined,
): Promise<string> {
  await tx
    .updateTable('trial')
    .set({ endedAt: now })
    .where('equipmentId', '=', equipmentId)
    .where('endedAt', 'is', null)
    .execute();
  const [inserted] = await tx.returning(sql<{ id: string }>`
    insert into trial (equipment_id, result, note, tries, next_at, ended_at, created_by)
    values (${equipmentId}, ${result}, ${note}, ${(previous?.tries ?? 0) + 1}, ${nextAt}::timestamptz,
      case when ${result}::text = 'broken' then now() end, ${viewer.userId}) returning id::text`);
  return inserted?.id ?? '';
}

/** Records a trial reported by another feature, of a device in use that the caller has locked. */
export async function recordTrial(tx: Db, viewer: Viewer, tried: Tried): Promise<void> {
  await writeTrial(tx, viewer, tried, await lastTrial(tx, tried.equipmentId));
}
