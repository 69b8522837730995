import type { Selectable } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { File } from '#server/db/tables.ts';

type Judge = (viewer: Viewer, fileId: string) => Promise<boolean>;

const judges = new Map<string, Judge>();

/** A feature says who may open its files where rights and scope do not say it: an attachment goes to whom it was sent. */
export function judgeFiles(subject: string, judge: Judge): void {
  judges.set(subject, judge);
}

/** A file whose feature lets the viewer open it; undefined for any other. */
export async function judgedFile(viewer: Viewer, id: string): Promise<Selectable<File> | undefined> {
  const row = await db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const judge = row && judges.get(row.subject);
  return judge && (await judge(viewer, id)) ? row : undefined;
}
