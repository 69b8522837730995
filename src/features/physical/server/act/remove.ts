import type { physicalApi } from '#features/physical/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { deleteFiles } from '../files.ts';
import { openPhysical } from './record.ts';

async function remove(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const { physical, form } = await openPhysical(tx, viewer, id);
  if (physical.status !== 'draft') throw new Problem(409, '只能删除草稿；已提交的请作废');
  if (form.fileIds.length > 0) await deleteFiles(tx, form.fileIds);
  await tx.deleteFrom('physical').where('id', '=', id).execute();
}

/** Deletes drafts, all or none. */
export async function deletePhysical(
  viewer: Viewer,
  { ids }: InputOf<(typeof physicalApi)['deletePhysical']>,
): Promise<null> {
  return command(viewer, async ({ tx }) => {
    for (const id of [...ids].sort((a, b) => Number(a) - Number(b))) await remove(tx, viewer, id);
    return null;
  });
}
