import type { deskApi } from '#features/desk/contract.ts';
import { addStep, changeWarn, deleteDrafts } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Step = OutputOf<(typeof deskApi)['addWarnNote']>;

export async function addWarnNote(
  viewer: Viewer,
  { id, note }: InputOf<(typeof deskApi)['addWarnNote']>,
): Promise<Step> {
  const { value } = await changeWarn(viewer, id, async ({ tx, row }) => {
    if (row.handlerId === viewer.userId) await deleteDrafts(tx, id, 'note');
    return addStep(tx, row, viewer, 'note', note);
  });
  return value;
}
