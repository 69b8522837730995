import { sql } from 'drizzle-orm';
import { may, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/sqlValues.ts';
import { inSight } from './rows.ts';

/** Whether the viewer may open a cover or a picture: they manage an article that has it. */
export async function mayOpenFile(viewer: Viewer, fileId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from news n where (n.cover_file_id = ${fileId} or n.picture_ids @> ${bigints([fileId])})
      and ${may(viewer, 'news:list')} and ${inSight(viewer)} limit 1`);
  return found.rows.length > 0;
}
