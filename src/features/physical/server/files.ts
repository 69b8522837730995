import { saveAttachment, validateAttachments } from '#features/file/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any, now } from '#server/db/values.ts';
import type { RequestInfo, UploadedFile } from '#server/feature/handlers.ts';

/** Subject of an upload that no examination names yet. */
const subject = 'physical';
/** Subject of the report of an examination, and its only right, which nobody has: `canOpenReport` decides. */
export const reportSubject = 'physicalReport';
const accepted = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];
const refusal = '体检报告须为 PDF 或图片（JPG、PNG、WebP）';

/** Throws 400 for a file whose content is neither PDF nor picture, whatever its name. */
async function requireReport({ path }: UploadedFile): Promise<void> {
  const { fileTypeFromFile } = await import('file-type');
  const detected = await fileTypeFromFile(path);
  if (!detected || !accepted.includes(detected.mime)) throw invalidField('file', refusal, 'type');
}

/** Saves an uploaded report: only its uploader can open it until an examination names it. */
export async function uploadPhysicalFile(viewer: Viewer, _input: object, { file }: RequestInfo) {
  if (!file) throw invalidField('file', '请选择文件', 'required');
  await requireReport(file);
  return saveAttachment(viewer, file, subject);
}

/** Returns whether the viewer may open the report: of an examination in scope, with the right to see examinations. */
export async function canOpenReport(viewer: Viewer, fileId: string): Promise<boolean> {
  if (!hasPermission(viewer, 'physical:list')) return false;
  const row = await db
    .selectFrom('file as f')
    .innerJoin('physical as p', 'p.id', 'f.subjectId')
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'p.customerId')
    .select('f.id')
    .where('f.id', '=', fileId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Attached {
  /** Id of the examination. */
  id: string;
  ids: readonly string[];
  former: readonly string[];
}

/** Gives the files to an examination, whose readers open them, and deletes those that it no longer names. */
export async function attachFiles(tx: Db, viewer: Viewer, { id, ids, former }: Attached): Promise<string[]> {
  await validateAttachments(tx, viewer, ids, former, subject);
  const removed = former.filter((one) => !ids.includes(one));
  if (removed.length > 0) await deleteFiles(tx, removed);
  const added = ids.filter((one) => !former.includes(one));
  if (added.length > 0)
    await tx
      .updateTable('file')
      .set({ subject: reportSubject, subjectId: id, rights: [reportSubject] })
      .where('id', '=', any(added))
      .execute();
  return [...ids];
}

/** Deletes files of an examination: their contents are swept later. */
export async function deleteFiles(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', any(ids)).execute();
}
