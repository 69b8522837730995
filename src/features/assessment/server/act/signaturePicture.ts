import type { assessmentApi } from '#features/assessment/contract.ts';
import { addFile, registerFileAccess } from '#features/file/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { fitPicture } from '#server/files/pictureVariants.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { lockAssessment, requireNamed, requireOpen } from './locked.ts';

type Endpoint = (typeof assessmentApi)['uploadSignature'];

/** Subject of the files; their `subject_id` is the assessment. */
const subject = 'assessment';
const maxBytes = 2 * 1024 * 1024;
const accepted = new Set(['image/png', 'image/jpeg']);
const refused = (rule: string) => invalidField('file', '签名图片仅支持 png/jpg，不超过2MB', rule);

/** Returns the picture redrawn without metadata, as WebP. */
async function drawn({ file }: RequestInfo): Promise<Buffer> {
  if (!file) throw invalidField('file', '请选择签名图片', 'required');
  if (file.size > maxBytes) throw refused('size');
  const { fileTypeFromFile } = await import('file-type');
  const type = await fileTypeFromFile(file.path);
  if (!type || !accepted.has(type.mime)) throw refused('type');
  return fitPicture(file);
}

/** Saves the picture of a signature of an open assessment, by one of its assessors. */
export async function uploadSignature(
  viewer: Viewer,
  { id }: InputOf<Endpoint>,
  info: RequestInfo,
): Promise<OutputOf<Endpoint>> {
  const content = await drawn(info);
  const meta = { name: 'signature.webp', type: 'image/webp' };
  return command(viewer, async ({ tx }) => {
    const locked = await lockAssessment(tx, viewer, id);
    requireOpen(locked);
    requireNamed(viewer, locked);
    const { departmentId, projectId } = locked.customer;
    const place = { subject, subjectId: id, rights: [], departmentId, projectId };
    return { id: await addFile(tx, viewer, { ...meta, content, ...place }), ...meta, size: content.length };
  });
}

/** Throws 400 unless the file is an unused picture of this assessment. */
export async function requirePicture(tx: Db, assessmentId: string, fileId: string): Promise<void> {
  const row = await tx
    .selectFrom('file')
    .leftJoin('assessmentSignature as s', 's.fileId', 'file.id')
    .select('s.id as signature')
    .where('file.id', '=', fileId)
    .where('file.subject', '=', subject)
    .where('file.subjectId', '=', assessmentId)
    .where('file.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row || row.signature !== null) throw invalidField('fileId', '签名图片不存在，请重新上传', 'known');
}

/** Returns whether the viewer may see the assessment that the picture belongs to. */
async function canOpen(viewer: Viewer, fileId: string): Promise<boolean> {
  if (!hasPermission(viewer, 'assessment:list')) return false;
  const row = await db
    .selectFrom('file')
    .innerJoin('assessment', 'assessment.id', 'file.subjectId')
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'assessment.customerId')
    .select('file.id')
    .where('file.id', '=', fileId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets those who see an assessment open the pictures of its signatures. */
export function openSignaturePictures(): void {
  registerFileAccess(subject, canOpen);
}
