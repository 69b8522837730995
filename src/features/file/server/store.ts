import { Readable } from 'node:stream';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { storeBlob } from '#server/files/blobs.ts';

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
  const { hash, size } = await storeBlob(Buffer.isBuffer(content) ? Readable.from([content]) : content);
  const added = await tx
    .insertInto('file')
    .values({
      ...row,
      hash,
      size: String(size),
      name: row.name.slice(0, 200),
      ownerId: viewer.userId,
      createdBy: viewer.userId,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}
