import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { deleteBlob, putBlob } from '#server/blobs.ts';
import { type Db, db } from '#server/db.ts';
import { notFound } from '#server/problem.ts';
import { scoped } from '#server/scope.ts';
import { may, type Viewer } from '#server/viewer.ts';
import { file } from './schema.ts';

export interface NewFile {
  name: string;
  /** By content, not by name. */
  type: string;
  content: Buffer | Readable;
  /** What it belongs to, as noun and id. */
  subject: string;
  subjectId: string | null;
  /** Any of these opens it. */
  rights: string[];
  departmentId: string;
  projectId: string;
}

/** Stores the content first and the row of this use afterwards, in the caller's transaction; an object without a row is swept later. */
export async function addFile(tx: Db, viewer: Viewer, input: NewFile): Promise<string> {
  const { content, ...row } = input;
  const { hash, size } = await putBlob(Buffer.isBuffer(content) ? Readable.from([content]) : content);
  const [added] = await tx
    .insert(file)
    .values({
      ...row,
      hash,
      size,
      name: row.name.slice(0, 200),
      ownerId: viewer.userId,
      createdBy: viewer.userId,
      createdAt: sql`now()` as never,
    })
    .returning({ id: file.id });
  if (!added) throw new Error('the file was not written');
  return added.id;
}

/** A file in the viewer's scope, for whoever may see what it belongs to; 404 otherwise. */
export async function seenFile(
  viewer: Viewer,
  id: string,
): Promise<{ hash: string; name: string; type: string; size: number }> {
  const rows = scoped(viewer, file);
  const [row] = await db.select().from(rows).where(eq(rows.id, id));
  if (!row?.rights.some((right) => may(viewer, right))) throw notFound('文件');
  return row;
}

/** Removes contents whose last row was deleted more than a day ago. */
export async function sweepFiles(): Promise<number> {
  const found = await db.execute<{ hash: string }>(sql`
    select hash from file group by hash having bool_and(deleted_at is not null and deleted_at < now() - interval '1 day') limit 500`);
  for (const { hash } of found.rows) {
    await deleteBlob(hash);
    await db.execute(sql`delete from file where hash = ${hash} and deleted_at is not null`);
  }
  return found.rows.length;
}
