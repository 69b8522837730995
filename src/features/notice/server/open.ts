import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { bigints, wireInstant as wire } from '#server/db/values.ts';

interface PublicNotice {
  id: string;
  title: string;
  typeName: string;
  content: string;
  publishedAt: string;
}

const shownToAll = sql`n.public and n.status = 'published' and n.deleted_at is null and (n.expire_at is null or n.expire_at > now())`;

/** Returns the newest five public notices in force; their content was sanitised on writing. */
export async function publicNotices(): Promise<PublicNotice[]> {
  return db.rows(sql<PublicNotice>`
    select n.id::text, n.title, n.content, ${wire(sql`n.published_at`)} as "publishedAt",
      coalesce((select d.label from dictionary d where d.type = 'notice_type' and d.value = n.type and d.deleted_at is null), n.type) as "typeName"
    from notice n where ${shownToAll}
    order by n.pinned desc, n.published_at desc limit 5`);
}

/** Returns a picture in the text of a public notice in force; undefined for every other file. */
export async function publicPicture(fileId: string): Promise<{ hash: string; type: string; size: number } | undefined> {
  return db.row(sql<{ hash: string; type: string; size: number }>`
    select f.hash, f.type, f.size::int as size from notice n join file f on f.id = ${fileId} and f.deleted_at is null
    where n.picture_ids @> ${bigints([fileId])} and ${shownToAll} limit 1`);
}
