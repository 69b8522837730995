import { sql } from 'kysely';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { visibleCondition } from './rows.ts';

/**
 * Returns whether the viewer may open an attachment: of a notice that they manage, or of a received notice in force.
 */
export async function canOpenFile(viewer: Viewer, fileId: string): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from notice where (notice.file_ids @> ${bigints([fileId])} or notice.picture_ids @> ${bigints([fileId])}) and notice.deleted_at is null and (
      (${hasPermission(viewer, 'notice:list')} and ${visibleCondition(viewer)})
      or (notice.status = 'published' and (notice.expire_at is null or notice.expire_at > now())
        and exists (select 1 from notice_receipt r where r.notice_id = notice.id and r.user_id = ${viewer.userId})))
    limit 1`);
  return rows.length > 0;
}
