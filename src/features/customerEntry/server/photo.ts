import { lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import type { customerEntryApi } from '#features/customerEntry/contract.ts';
import { addFile } from '#features/file/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { squarePortrait } from '#server/files/pictureVariants.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof customerEntryApi;

/** Sets the photo that the desk shows; the previous one is marked deleted. */
export async function uploadCustomerPhoto(
  viewer: Viewer,
  { id }: InputOf<Api['uploadCustomerPhoto']>,
  { file }: RequestInfo,
): Promise<OutputOf<Api['uploadCustomerPhoto']>> {
  if (!file) throw invalidField('file', '请选择文件', 'required');
  const content = await squarePortrait(file);
  return command(viewer, async ({ tx }) => {
    const row = await lockCustomer(tx, viewer, id);
    await requireUnsealed(tx, [row]);
    const fileId = await addFile(tx, viewer, {
      name: `${row.no}.webp`,
      type: 'image/webp',
      content,
      subject: 'customer',
      subjectId: id,
      rights: ['customer:list', 'warn:claim'],
      departmentId: row.departmentId,
      projectId: row.projectId,
    });
    if (row.photoFileId)
      await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', row.photoFileId).execute();
    await tx.updateTable('customer').set({ photoFileId: fileId }).where('id', '=', id).execute();
    return { fileId };
  });
}
