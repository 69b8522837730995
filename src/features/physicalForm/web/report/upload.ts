import { physicalApi } from '#features/physical/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import { problemText } from '#web/api/feedback.ts';
import { uploadFile } from '#web/file/file.ts';
import { fileSize } from '#web/file/fileSize.ts';

/** Bytes: 20 MB (domain.md 6.8). */
const maxBytes = 20 * 1024 * 1024;
/** Reports of an examination. */
export const maxFiles = 10;
/** What the choice of files offers. */
export const acceptedTypes = 'application/pdf,image/jpeg,image/png,image/webp';

/** Returns why a file is not uploaded; undefined for one that may be. */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!acceptedTypes.split(',').includes(type)) return `「${name}」不是 PDF 或图片，报告只收 PDF、JPG、PNG、WebP`;
  if (size > maxBytes) return `「${name}」${fileSize(size)}，每个文件最大 ${fileSize(maxBytes)}`;
  return size === 0 ? `「${name}」是空文件` : undefined;
}

/** Uploads a report; returns the stored file, or why it is refused. */
export async function uploadReport(file: File): Promise<Attachment | string> {
  const problem = fileProblem(file);
  if (problem !== undefined) return problem;
  try {
    return await uploadFile<Attachment>(physicalApi.uploadPhysicalFile.path, file);
  } catch (error) {
    return `「${file.name}」${problemText(error)}`;
  }
}
