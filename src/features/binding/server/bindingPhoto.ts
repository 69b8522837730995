import type { BindingCustomer } from '#features/equipment/server/service.ts';
import { savePicture, validateUploads } from '#features/file/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { bindingApi } from '../contract.ts';

type Api = typeof bindingApi;

const subject = 'equipmentBinding';

/** Saves an installation picture; the binding attaches it. */
export function uploadBindingPhoto(
  viewer: Viewer,
  _input: InputOf<Api['uploadBindingPhoto']>,
  info: RequestInfo,
): Promise<OutputOf<Api['uploadBindingPhoto']>> {
  return savePicture(viewer, info, subject);
}

/** Attaches the viewer's own upload to the customer, so that it moves with the customer. 400 for any other file. */
export async function saveBindingPhoto(
  tx: Db,
  viewer: Viewer,
  fileId: string | undefined,
  { id, departmentId, projectId }: BindingCustomer,
): Promise<string | undefined> {
  if (!fileId) return undefined;
  await validateUploads(tx, viewer, { ids: [fileId], former: [], subject, field: 'photoFileId', label: '照片' });
  await tx
    .updateTable('file')
    .set({ subject: 'customer', subjectId: id, rights: ['equipment:list'], departmentId, projectId })
    .where('id', '=', fileId)
    .execute();
  return fileId;
}
