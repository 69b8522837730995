import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { putBlob } from '#server/blobs.ts';
import type { Db } from '#server/db.ts';
import type { Viewer } from '#server/viewer.ts';
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
