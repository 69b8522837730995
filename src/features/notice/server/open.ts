import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';
import { wire } from './rows.ts';

interface PublicNotice {
  id: string;
  title: string;
  typeName: string;
  content: string;
  publishedAt: string;
}

/** The notices in force that their authors made public, the newest five; sanitised when they were written. */
export async function publicNotices(): Promise<PublicNotice[]> {
  const found = await db.execute<PublicNotice & Record<string, unknown>>(sql`
    select n.id::text, n.title, n.content, ${wire(sql`n.published_at`)} as "publishedAt",
      coalesce((select d.label from dictionary d where d.type = 'notice_type' and d.value = n.type and d.deleted_at is null), n.type) as "typeName"
    from notice n where n.public and n.status = 'published' and n.deleted_at is null and (n.expire_at is null or n.expire_at > now())
    order by n.pinned desc, n.published_at desc limit 5`);
  return found.rows;
}
