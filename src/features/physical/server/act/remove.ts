import { dropExaminationFollowUps } from '#features/followUp/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { deleteFiles } from '../files.ts';
import { withdrawReadings } from './readings.ts';
import { type Opened, openPhysical, requireStatus } from './record.ts';

async function deleteRows(tx: Db, { physical, form }: Opened): Promise<void> {
  if (form.fileIds.length > 0) await deleteFiles(tx, form.fileIds);
  await tx.deleteFrom('physical').where('id', '=', physical.id).execute();
}

async function remove(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const opened = await openPhysical(tx, viewer, id);
  if (opened.physical.status !== 'draft') throw new Problem(409, '只能删除草稿；已提交的请作废');
  await deleteRows(tx, opened);
}

/** Removes a submitted examination of an undone import with its readings, and drops its follow-up. */
export async function removeImported(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const opened = await openPhysical(tx, viewer, id);
  requireStatus(opened.physical, 'done', '已审核或作废的体检不能撤销导入');
  await withdrawReadings(tx, viewer, opened, '体检导入已撤销');
  await dropExaminationFollowUps(tx, viewer, { physicalId: id });
  await deleteRows(tx, opened);
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
