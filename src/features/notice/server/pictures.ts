import { addFile } from '#features/file/server/service.ts';
import { command } from '#server/command.ts';
import type { RequestInfo } from '#server/handlers.ts';
import { wholePicture } from '#server/image.ts';
import { invalidField } from '#server/problem.ts';
import type { Viewer } from '#server/viewer.ts';

/** Keeps a picture for a text, drawn anew without metadata; until a notice shows it, its uploader alone can open it. */
export async function uploadNoticePicture(
  viewer: Viewer,
  _input: object,
  { file }: RequestInfo,
): Promise<{ fileId: string }> {
  if (!file) throw invalidField('file', '请选择图片', 'required');
  const content = await wholePicture(file.content);
  const fileId = await command(viewer, ({ tx }) =>
    addFile(tx, viewer, {
      name: 'picture.webp',
      type: 'image/webp',
      content,
      subject: 'notice',
      subjectId: null,
      rights: [],
      departmentId: viewer.departmentId,
      projectId: '0',
    }),
  );
  return { fileId };
}
