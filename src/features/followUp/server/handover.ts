import { sql } from 'kysely';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { recordFollowUpHandover } from './recordFollowUpHandover.ts';
import { followUps, seen } from './scope.ts';

/** Hours ahead within which due follow-ups belong to the next shift. */
const nextShift = 12;

/** An assigned open follow-up; `due` ISO. */
interface Owed {
  id: string;
  due: string;
}

/** Returns follow-ups assigned to the user that are due within the shift after the instant (ISO), longest due first. */
export async function followUpsOwed(tx: Db, userId: string, instant: string): Promise<Owed[]> {
  return tx.rows(sql<Owed>`
    select f.id::text, f.due_at as due from follow_up f
    where f.assignee_id = ${userId} and f.state in ('open', 'visit') and f.deleted_at is null
      and f.due_at <= ${instant}::timestamptz + make_interval(hours => ${nextShift}) order by f.due_at, f.id limit 500`);
}

/**
 * Assigns these follow-ups to the viewer. 409 when the viewer does not see all; those of warns are entered in their
 * timelines.
 */
export async function handOverFollowUps(
  ctx: CommandContext,
  viewer: Viewer,
  giverName: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { tx } = ctx;
  const rows = await tx.rows(sql<{ id: string; warnId: string | null }>`
    select f.id::text, f.warn_id::text as "warnId" from ${followUps(viewer)} where ${seen} and f.id = ${any([...ids])}`);
  const strange = ids.length - rows.length;
  if (strange > 0)
    throw new Problem(
      409,
      `${viewer.name} 不能接 ${strange} 条回访：不在其数据范围。请 ${giverName} 先完成或改派，再签字`,
    );
  // Locks the warns before their follow-ups, in the order of all changes to a warn.
  const warnIds = rows.flatMap(({ warnId }) => warnId ?? []);
  await recordFollowUpHandover(ctx, viewer, warnIds, giverName);
  await tx.updateTable('followUp').set({ assigneeId: viewer.userId }).where('id', '=', any(ids)).execute();
}
