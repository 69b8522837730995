import type { assessmentApi } from '#features/assessment/contract.ts';
import { Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { emitChange } from './changed.ts';
import { type Locked, lockAssessment } from './locked.ts';

function requireRemovable(viewer: Viewer, { row }: Locked): void {
  if (row.status !== 'draft') throw new Problem(409, `${row.no} 不是草稿，不能删除`, { status: row.status });
  const isOwn = row.createdBy === viewer.userId || row.assessorIds.includes(viewer.userId);
  if (!isOwn && !hasPermission(viewer, 'assessment:review')) throw new Problem(409, `${row.no} 由其他人评估，不能删除`);
}

/** Deletes drafts, all or none: by an assessor, by who added them, or by a reviewer. */
export async function deleteAssessment(
  viewer: Viewer,
  { ids }: InputOf<(typeof assessmentApi)['deleteAssessment']>,
): Promise<null> {
  return command(viewer, async (ctx) => {
    for (const id of ids.toSorted()) {
      const locked = await lockAssessment(ctx.tx, viewer, id);
      requireRemovable(viewer, locked);
      await ctx.tx.deleteFrom('assessment').where('id', '=', id).execute();
      emitChange(ctx, locked.row, locked.customer);
    }
    return null;
  });
}
