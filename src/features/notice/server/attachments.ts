import { sql } from 'drizzle-orm';
import { may, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/sqlValues.ts';
import { inSight } from './rows.ts';

/** Whether the viewer may open an attachment: they manage a notice that names it, or have received one that is in force. */
export async function mayOpenFile(viewer: Viewer, fileId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from notice n where (n.file_ids @> ${bigints([fileId])} or n.picture_ids @> ${bigints([fileId])}) and n.deleted_at is null and (
      (${may(viewer, 'notice:list')} and ${inSight(viewer)})
      or (n.status = 'published' and (n.expire_at is null or n.expire_at > now())
        and exists (select 1 from notice_receipt r where r.notice_id = n.id and r.user_id = ${viewer.userId})))
    limit 1`);
  return found.rows.length > 0;
}
