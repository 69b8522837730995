import type { equipmentApi } from '#features/equipment/contract.ts';
import { savePicture, validateUploads } from '#features/file/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { BindingCustomer } from './bindingRules.ts';

type Api = typeof equipmentApi;

const subject = 'equipmentBinding';

/** Keeps a picture of an installation for the binding that will name it. */
export function uploadBindingPhoto(
  viewer: Viewer,
  _input: InputOf<Api['uploadBindingPhoto']>,
  info: RequestInfo,
): Promise<OutputOf<Api['uploadBindingPhoto']>> {
  return savePicture(viewer, info, subject);
}

/** Gives the viewer's own upload to the person in whose home it was taken: it goes where they go. 400 for any other. */
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
