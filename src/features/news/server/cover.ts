import { sql } from 'drizzle-orm';
import { addFile } from '#features/file/server/service.ts';
import { command } from '#server/command.ts';
import { type Db, db } from '#server/db.ts';
import type { RequestInfo } from '#server/handlers.ts';
import { wideCover } from '#server/image.ts';
import { invalidField } from '#server/problem.ts';
import { may, type Viewer } from '#server/viewer.ts';
import { inSight } from './rows.ts';

/** Keeps a cover, cut to 16:9 and drawn anew; until an article names it, its uploader alone can open it. */
export async function uploadNewsCover(
  viewer: Viewer,
  _input: object,
  info: RequestInfo,
): Promise<{ fileId: string; url: string }> {
  if (!info.file) throw invalidField('file', '请选择图片', 'required');
  const content = await wideCover(info.file.content);
  const fileId = await command(viewer, ({ tx }) =>
    addFile(tx, viewer, {
      name: 'cover.webp',
      type: 'image/webp',
      content,
      subject: 'news',
      subjectId: null,
      rights: [],
      departmentId: viewer.departmentId,
      projectId: '0',
    }),
  );
  return { fileId, url: `/api/file/getFile?id=${fileId}` };
}

/** A cover that an article may name: its former one or the author's upload. 400 for any other. */
export async function checkCover(tx: Db, viewer: Viewer, id: string | null, former: string | null): Promise<void> {
  if (id === null || id === former) return;
  const found = await tx.execute(sql`
    select 1 from file where id = ${id} and subject = 'news' and owner_id = ${viewer.userId} and deleted_at is null`);
  if (found.rows.length === 0) throw invalidField('coverId', '封面不存在，请重新上传');
}

/** Whether the viewer may open a cover: they uploaded it, or manage an article that has it. */
export async function mayOpenCover(viewer: Viewer, fileId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from file f where f.id = ${fileId} and f.owner_id = ${viewer.userId}
    union all select 1 from news n where n.cover_file_id = ${fileId} and ${may(viewer, 'news:list')} and ${inSight(viewer)} limit 1`);
  return found.rows.length > 0;
}
