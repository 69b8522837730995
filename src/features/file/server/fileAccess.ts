import type { Selectable } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { File } from '#server/db/tables.ts';

type FileAccess = (viewer: Viewer, fileId: string) => Promise<boolean>;

const accessOf = new Map<string, FileAccess>();

/**
 * Registers a feature's own access check, where permissions and scope do not decide, e.g. for recipients of an
 * attachment.
 */
export function registerFileAccess(subject: string, access: FileAccess): void {
  accessOf.set(subject, access);
}

/** Returns a file that its feature lets the viewer open; else undefined. */
export async function accessibleFile(viewer: Viewer, id: string): Promise<Selectable<File> | undefined> {
  const row = await db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const access = row && accessOf.get(row.subject);
  return access && (await access(viewer, id)) ? row : undefined;
}
