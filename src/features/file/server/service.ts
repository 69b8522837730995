import { Readable } from 'node:stream';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { administeredApps } from '#server/auth/applications.ts';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { backupLease } from '#server/backup/lease.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { File } from '#server/db/tables.ts';
import { bigints, now, or } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { deleteBlob, storeBlob } from '#server/files/blobs.ts';
import { accessibleFile } from './fileAccess.ts';
import { fileOwner, type NewFile } from './store.ts';

export { saveAttachment, validateAttachments } from './attachments.ts';
export { registerFileAccess } from './fileAccess.ts';
export { savePicture } from './picture.ts';
export { publicPictures } from './publicPicture.ts';
export { validateRichText } from './richTextInput.ts';
export { addFile } from './store.ts';
export { validateUploads } from './uploadedFiles.ts';

interface VisibleFile {
  hash: string;
  name: string;
  type: string;
  /** Size in bytes. */
  size: number;
}

/**
 * Returns a file in the viewer's scope with one of its permissions, or opened by its feature, or owned; for an
 * application a file of its jobs. Else 404.
 */
export async function requireFile(viewer: Viewer, id: string): Promise<VisibleFile> {
  const { size, ...row } = viewer.kind === 'app' ? await requireOwnFile(viewer, id) : await userFile(viewer, id);
  return { ...row, size: Number(size) };
}

async function userFile(viewer: Viewer, id: string): Promise<Selectable<File>> {
  const inScope = await db.selectFrom(scoped(viewer, 'file')).selectAll().where('file.id', '=', id).executeTakeFirst();
  const accessible = inScope?.rights.some((permission) => hasPermission(viewer, permission))
    ? inScope
    : await accessibleFile(viewer, id);
  return accessible ?? requireOwnFile(viewer, id);
}

/** Returns the condition that the file was made by a job of one of the applications. */
const madeFor = (appIds: readonly string[]) => sql<boolean>`
  exists (select 1 from job j where j.app_id = any(${bigints(appIds)}) and file.id in (j.file_id, j.error_file_id))`;

/**
 * Returns the viewer's own file without permissions, in any scope: an export, an upload that no row refers to yet, the
 * result of an application's job for who edits it. Else 404.
 */
async function requireOwnFile(viewer: Viewer, id: string): Promise<Selectable<File>> {
  const own = sql<boolean>`file.owner_id = ${viewer.userId}`;
  const mine =
    viewer.kind === 'app'
      ? madeFor([viewer.bearerId ?? ''])
      : or(own, madeFor(await administeredApps(viewer, 'app:edit')));
  const row = await db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where(mine)
    .where('rights', '=', sql<string[]>`'{}'`)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>=', now)]))
    .executeTakeFirst();
  if (!row) throw notFound('文件');
  return row;
}

/** Returns the content hash of the viewer's own file; else 404. */
export async function ownFileHash(viewer: Viewer, id: string): Promise<string> {
  return (await requireOwnFile(viewer, id)).hash;
}

/** Saves a file that only the viewer can open, for a day (domain.md 3.6). Stores the content before the transaction. */
export async function saveForOwner(
  viewer: Viewer,
  input: Pick<NewFile, 'name' | 'type' | 'content' | 'subject'>,
): Promise<string> {
  const { hash, size } = await storeBlob(
    Buffer.isBuffer(input.content) ? Readable.from([input.content]) : input.content,
  );
  const fallback = await defaultOwnership(db);
  const ownership = {
    departmentId: viewer.departmentId === '0' ? fallback.departmentId : viewer.departmentId,
    projectId: viewer.scope.projects?.[0] ?? fallback.projectId,
  };
  const added = await command(viewer, ({ tx }) =>
    tx
      .insertInto('file')
      .values({
        ...ownership,
        hash,
        size: String(size),
        name: input.name.slice(0, 200),
        type: input.type,
        subject: input.subject,
        rights: [],
        ownerId: fileOwner(viewer),
        createdBy: fileOwner(viewer),
        createdAt: now,
        expiresAt: sql<string>`now() + interval '24 hours'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return added.id;
}

/**
 * Returns the condition that no row of any table, deleted ones included, refers to a file with content `f.hash`.
 * References of jobs and those with `on delete set null` do not count.
 */
async function unreferenced(): Promise<RawBuilder<unknown>> {
  const rows = await db.rows(sql<{ from: string; column: string }>`
    select t.relname as "from", a.attname as column from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'file'::regclass and c.conrelid <> 'job'::regclass and c.confdeltype <> 'n'`);
  const named = rows.map(
    ({ from, column }) =>
      sql`exists (select 1 from ${sql.table(from)} o join file n on n.id = o.${sql.ref(column)} where n.hash = f.hash)`,
  );
  return sql`not ${or(...named)}`;
}

/**
 * Expires files, and deletes unreferenced contents whose last row was deleted over a day ago; returns their count. Does
 * nothing during a backup, which copies the contents after the rows.
 */
export async function sweepFiles(): Promise<number> {
  const copying = await db.rows(sql`select 1 from lease where name = ${backupLease} and until > now()`);
  if (copying.length > 0) return 0;
  await sql`update file set deleted_at = expires_at where expires_at < now() and deleted_at is null`.execute(db);
  const rows = await db.rows(sql<{ hash: string }>`
    select f.hash from file f group by f.hash
    having bool_and(f.deleted_at is not null and f.deleted_at < now() - interval '1 day') and ${await unreferenced()} limit 500`);
  for (const { hash } of rows) {
    await deleteBlob(hash);
    await sql`
      update job set file_id = case when f.id = file_id then null else file_id end, error_file_id = case when f.id = error_file_id then null else error_file_id end
      from file f where f.hash = ${hash} and f.id in (job.file_id, job.error_file_id)`.execute(db);
    await db.deleteFrom('file').where('hash', '=', hash).where('deletedAt', 'is not', null).execute();
  }
  return rows.length;
}
