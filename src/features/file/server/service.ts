import { Readable } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import { defaultHome } from '#features/project/server/service.ts';
import { scoped } from '#server/auth/scope.ts';
import { backupLease } from '#server/backup/lease.ts';
import { notFound } from '#server/core/problem.ts';
import { may, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { deleteBlob, putBlob } from '#server/files/blobs.ts';
import { judgedFile } from './judges.ts';
import { file } from './schema.ts';
import type { NewFile } from './store.ts';

export { checkAttachments, keepAttachment } from './document.ts';
export { judgeFiles } from './judges.ts';
export { checkUploads } from './kept.ts';
export { keepPicture } from './picture.ts';
export { publicPictures } from './publicPicture.ts';
export { addFile, type NewFile } from './store.ts';
export { type WrittenText, writtenText } from './writtenText.ts';

/** A file in the viewer's scope, for whoever may see what it belongs to; 404 otherwise. */
export async function seenFile(
  viewer: Viewer,
  id: string,
): Promise<{ hash: string; name: string; type: string; size: number }> {
  const rows = scoped(viewer, file);
  const [row] = await db.select().from(rows).where(eq(rows.id, id));
  if (row?.rights.some((right) => may(viewer, right))) return row;
  return (await judgedFile(viewer, id)) ?? ownFile(viewer, id);
}

/** A file without rights is its owner's wherever they may look: an export, an upload that no row names yet. */
async function ownFile(viewer: Viewer, id: string) {
  const [row] = await db
    .select()
    .from(file)
    .where(
      and(
        eq(file.id, id),
        eq(file.ownerId, viewer.userId),
        sql`${file.rights} = '{}' and ${file.deletedAt} is null and coalesce(${file.expiresAt} >= now(), true)`,
      ),
    );
  if (!row) throw notFound('文件');
  return row;
}

/** The same for a file whose content is wanted here: its hash. */
export async function ownFileHash(viewer: Viewer, id: string): Promise<string> {
  return (await ownFile(viewer, id)).hash;
}

/** A file for this person alone, kept for a day (domain.md 3.6). The content is stored before the transaction opens. */
export async function keepForOwner(
  viewer: Viewer,
  input: Pick<NewFile, 'name' | 'type' | 'content' | 'subject'>,
): Promise<string> {
  const { hash, size } = await putBlob(Buffer.isBuffer(input.content) ? Readable.from([input.content]) : input.content);
  const home = await defaultHome(db);
  const place = {
    departmentId: viewer.departmentId === '0' ? home.departmentId : viewer.departmentId,
    projectId: viewer.scope.projects?.[0] ?? home.projectId,
  };
  return command(viewer, async ({ tx }) => {
    const [added] = await tx
      .insert(file)
      .values({
        ...place,
        hash,
        size,
        name: input.name.slice(0, 200),
        type: input.type,
        subject: input.subject,
        rights: [],
        ownerId: viewer.userId,
        createdBy: viewer.userId,
        createdAt: sql`now()` as never,
        expiresAt: sql`now() + interval '24 hours'` as never,
      })
      .returning({ id: file.id });
    if (!added) throw new Error('the file was not written');
    return added.id;
  });
}

/**
 * Ends files past their day, and removes contents whose last row was deleted more than a day ago; answers how many went.
 * While a backup is made none goes: it copies the contents after the rows that name them.
 */
export async function sweepFiles(): Promise<number> {
  const copying = await db.execute(sql`select 1 from lease where name = ${backupLease} and until > now()`);
  if (copying.rows.length > 0) return 0;
  await db.execute(sql`update file set deleted_at = expires_at where expires_at < now() and deleted_at is null`);
  const found = await db.execute<{ hash: string }>(sql`
    select hash from file group by hash having bool_and(deleted_at is not null and deleted_at < now() - interval '1 day') limit 500`);
  for (const { hash } of found.rows) {
    await deleteBlob(hash);
    await db.execute(sql`
      update job set file_id = case when f.id = file_id then null else file_id end, error_file_id = case when f.id = error_file_id then null else error_file_id end
      from file f where f.hash = ${hash} and f.id in (job.file_id, job.error_file_id)`);
    await db.execute(sql`delete from file where hash = ${hash} and deleted_at is not null`);
  }
  return found.rows.length;
}
