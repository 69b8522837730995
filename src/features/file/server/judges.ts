import { and, eq, isNull } from 'drizzle-orm';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { file } from './schema.ts';

type Judge = (viewer: Viewer, fileId: string) => Promise<boolean>;

const judges = new Map<string, Judge>();

/** A room says who may open its files where rights and scope do not say it: an attachment goes to whom it was sent. */
export function judgeFiles(subject: string, judge: Judge): void {
  judges.set(subject, judge);
}

/** A file whose room lets the viewer open it; undefined for any other. */
export async function judgedFile(viewer: Viewer, id: string): Promise<typeof file.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, id), isNull(file.deletedAt)));
  const judge = row && judges.get(row.subject);
  return judge && (await judge(viewer, id)) ? row : undefined;
}
