import { addStep, emitWarnEvent } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { any } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';

/**
 * Records in the timelines of closed warns that another user now owes their follow-up; the caller has checked the
 * permission.
 */
export async function recordFollowUpHandover(
  ctx: CommandContext,
  viewer: Viewer,
  warnIds: readonly string[],
  giverName: string,
): Promise<void> {
  const { tx } = ctx;
  const rows = await tx
    .selectFrom('warn')
    .selectAll()
    .where('id', '=', any(warnIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    await addStep(tx, row, viewer, 'note', `交接班，回访由 ${giverName} 交给 ${viewer.name}`, { handover: true });
    emitWarnEvent(ctx, row, 'changed');
  }
}
