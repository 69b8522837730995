import { sql } from 'kysely';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { visibleCondition } from './rows.ts';

/** Returns whether the viewer may open a cover or picture: they manage an article that uses it. */
export async function canOpenFile(viewer: Viewer, fileId: string): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from news where (news.cover_file_id = ${fileId} or news.picture_ids @> ${bigints([fileId])})
      and ${hasPermission(viewer, 'news:list')} and ${visibleCondition(viewer)} limit 1`);
  return rows.length > 0;
}
