import type { warnApi } from '#features/warn/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { changeWarn } from '#features/warn/server/access.ts';
import { deleteDrafts } from '#features/warn/server/drafts.ts';
import { addStep } from '#features/warn/server/steps.ts';

type Api = typeof warnApi;
type Step = OutputOf<Api['addWarnNote']>;

export async function addWarnNote(viewer: Viewer, { id, note }: InputOf<Api['addWarnNote']>): Promise<Step> {
  const { value } = await changeWarn(viewer, id, async ({ tx, row }) => {
    if (row.handlerId === viewer.userId) await deleteDrafts(tx, id, 'note');
    return addStep(tx, row, viewer, 'note', note);
  });
  return value;
}
