import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { RequestInfo, UploadedFile } from '#server/feature/handlers.ts';
import { fitPicture } from '#server/files/pictureVariants.ts';
import { saveUpload } from './uploadedFiles.ts';

/**
 * Saves a picture of a feature, re-rendered without metadata: by default whole, as a rich text needs it, else by
 * `draw`. 400 for other files than jpg, png, webp of at most 5 MB.
 */
export async function savePicture(
  viewer: Viewer,
  { file }: RequestInfo,
  subject: string,
  draw: (file: UploadedFile) => Promise<Buffer> = fitPicture,
): Promise<{ fileId: string }> {
  if (!file) throw invalidField('file', '请选择图片', 'required');
  const content = await draw(file);
  return { fileId: await saveUpload(viewer, subject, { name: 'picture.webp', type: 'image/webp', content }) };
}
