import { savePicture, validateUploads } from '#features/file/server/service.ts';
import type { StoredWarn } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';

const subject = 'lost';

/** Saves a picture of the person; the case attaches it. */
export function uploadLostPhoto(viewer: Viewer, _input: object, info: RequestInfo): Promise<{ fileId: string }> {
  return savePicture(viewer, info, subject);
}

/** Attaches the viewer's own upload to the alarm, for all who may handle it; 400 for any other file. */
export async function attachPhoto(
  tx: Db,
  viewer: Viewer,
  fileId: string,
  { id, departmentId, projectId }: Pick<StoredWarn, 'id' | 'departmentId' | 'projectId'>,
): Promise<void> {
  await validateUploads(tx, viewer, { ids: [fileId], former: [], subject, field: 'photoFileId', label: '照片' });
  await tx
    .updateTable('file')
    .set({ subjectId: id, rights: ['lost:edit', 'warn:claim'], departmentId, projectId })
    .where('id', '=', fileId)
    .execute();
}
