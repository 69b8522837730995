import { Readable } from 'node:stream';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { storeBlob } from '#server/files/blobs.ts';

export interface NewFile {
  name: string;
  /** MIME type by content, not by name. */
  type: string;
  content: Buffer | Readable;
  /** Owner of the file: its feature, and the id of the row. */
  subject: string;
  subjectId: string | null;
  /** Permissions: any of them opens the file. */
  rights: string[];
  departmentId: string;
  projectId: string;
}

/** Returns the owner of a viewer's files; null for an application, which opens those of its jobs. */
export function fileOwner({ kind, userId }: Viewer): string | null {
  return kind === 'app' ? null : userId;
}

/** Stores the content first, then its row in the caller's transaction; content without a row is swept later. */
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
      ownerId: fileOwner(viewer),
      createdBy: fileOwner(viewer),
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}
