import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { RequestInfo, UploadedFile } from '#server/feature/handlers.ts';
import { fitPicture } from '#server/files/pictureVariants.ts';
import { saveUpload } from './uploadedFiles.ts';

/**
 * Keeps a picture of a feature, drawn anew without metadata: whole for a text, else as `draw` does. 400 for anything that is not
 * a jpg, png or webp of at most 5 MB.
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
