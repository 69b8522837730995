import type { Selectable } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { File } from '#server/db/tables.ts';

type FileAccess = (viewer: Viewer, fileId: string) => Promise<boolean>;

const accessOf = new Map<string, FileAccess>();

/** A feature says who may open its files where rights and scope do not say it: an attachment goes to whom it was sent. */
export function registerFileAccess(subject: string, access: FileAccess): void {
  accessOf.set(subject, access);
}

/** A file whose feature lets the viewer open it; undefined for any other. */
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
