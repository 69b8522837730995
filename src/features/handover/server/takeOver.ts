import { addStep, emitWarnEvent, updateWarn, visibleWarns, warnRows } from '#features/warn/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** Handled warn on a handover sheet: its progress, the next target of the ladder, and its time (ISO). */
interface HeldWarn {
  id: string;
  progress: string | null;
  next: string | null;
  due: string | null;
}

/** Returns the warns that a user handles at the desk or for devices, oldest claim first. */
export async function heldWarnsOf(tx: Db, userId: string): Promise<HeldWarn[]> {
  const handled = await tx
    .selectFrom('warn')
    .select('id')
    .where('status', '=', 'handling')
    .where('handlerId', '=', userId)
    .where('family', '<>', 'health')
    .orderBy('claimedAt')
    .orderBy('id')
    .execute();
  const rows = await warnRows(
    tx,
    handled.map(({ id }) => id),
  );
  return rows.map(({ id, progress, nextRung, nextRungAt }) => ({ id, progress, next: nextRung, due: nextRungAt }));
}

/**
 * Transfers these warns of a user to the viewer, with a step each; none waits in between. Throws 409 with the
 * numbers of those that the viewer cannot claim; then none changes.
 */
export async function takeOverWarns(
  ctx: CommandContext,
  viewer: Viewer,
  giver: { id: string; name: string },
  handoverId: string,
): Promise<void> {
  const { tx } = ctx;
  const handled = await tx
    .selectFrom('warn')
    .selectAll()
    .where('status', '=', 'handling')
    .where('handlerId', '=', giver.id)
    .where('family', '<>', 'health')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (handled.length === 0) return;
  const visible = await visibleWarns(viewer, tx)
    .select('warn.id')
    .where('warn.id', '=', any(handled.map(({ id }) => id)))
    .execute();
  const visibleIds = new Set(visible.map(({ id }) => id));
  const outOfScope = handled.filter(({ id }) => !visibleIds.has(id));
  if (outOfScope.length > 0)
    throw new Problem(
      409,
      `${viewer.name} 不能接告警 ${outOfScope.map(({ no }) => no).join('、')}：不在其数据范围。请 ${giver.name} 先转派，再签字`,
    );
  for (const row of handled) {
    await updateWarn({ tx, row }, { handlerId: viewer.userId, progress: '已交接' });
    await addStep(tx, row, viewer, 'transferred', `交接班，${giver.name} 交给 ${viewer.name}`, {
      ...{ userId: viewer.userId, to: viewer.name, from: giver.id, handoverId },
    });
    emitWarnEvent(ctx, row, 'changed');
    emitWarnEvent(ctx, { ...row, handlerId: viewer.userId }, 'changed');
  }
}
