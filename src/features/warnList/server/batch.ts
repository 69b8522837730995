import { falseWarn } from '#features/closing/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import { claimWarn, visibleWarns, type WarnRow } from '#features/warn/server/service.ts';
import type { warnListApi } from '#features/warnList/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Answer = OutputOf<(typeof warnListApi)['batchFalse']>;

/** Throws 400 when the batch exceeds the smallest limit of the warns' projects. */
async function validateCount(viewer: Viewer, ids: readonly string[]): Promise<void> {
  const projects = await visibleWarns(viewer)
    .select('warn.projectId')
    .distinct()
    .where('warn.id', '=', any(ids))
    .execute();
  const limits = await limitsOf(
    db,
    projects.map((row) => row.projectId),
  );
  const maxCount = Math.min(...[...limits.values()].map((project) => project.batchLimit));
  if (ids.length > maxCount) throw invalidField('ids', `一次最多${maxCount}条`, 'maxItems');
}

/** Changes warns one by one, each in its own transaction: a refusal of one does not stop the others. */
async function forEachWarn(
  viewer: Viewer,
  ids: readonly string[],
  action: (id: string) => Promise<WarnRow>,
): Promise<Answer> {
  await validateCount(viewer, ids);
  const answers: Answer = [];
  for (const id of ids) {
    try {
      answers.push(await action(id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      answers.push({ id, msg: error.message });
    }
  }
  return answers;
}

/** Closes several warns as 误报, confirmed by the leader (批量误报). */
export async function batchFalse(
  viewer: Viewer,
  { ids, reason, note }: InputOf<(typeof warnListApi)['batchFalse']>,
): Promise<Answer> {
  return forEachWarn(viewer, ids, (id) => falseWarn(viewer, { id, reason, confirmedBy: 'leader', note }));
}

/** Claims several warns for the leader (批量接警). */
export async function batchClaim(
  viewer: Viewer,
  { ids }: InputOf<(typeof warnListApi)['batchClaim']>,
): Promise<Answer> {
  return forEachWarn(viewer, ids, (id) => claimWarn(viewer, { id }));
}
