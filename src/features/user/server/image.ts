import { sql } from 'kysely';
import { addFile } from '#features/file/server/service.ts';
import type { userApi } from '#features/user/contract.ts';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { squarePortrait } from '#server/files/pictureVariants.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { managedUser } from './write.ts';

type Api = typeof userApi;

/** Stores the portrait of a user, by default the viewer's; marks the previous portrait deleted. */
export async function uploadUserImg(
  viewer: Viewer,
  { id = viewer.userId }: InputOf<Api['uploadUserImg']>,
  { file }: RequestInfo,
): Promise<OutputOf<Api['uploadUserImg']>> {
  if (id !== viewer.userId && !hasPermission(viewer, 'user:edit')) throw new Problem(403, '没有编辑用户的权限');
  if (!file) throw invalidField('file', '请选择文件', 'required');
  const content = await squarePortrait(file);
  const fileId = await command(viewer, async ({ tx }) => {
    const ownUser = { departmentId: viewer.departmentId, avatarFileId: await avatarOf(viewer.userId) };
    const row = id === viewer.userId ? ownUser : await managedUser(tx, viewer, id);
    const added = await addFile(tx, viewer, {
      name: `${id}.webp`,
      type: 'image/webp',
      content,
      subject: 'user',
      subjectId: id,
      rights: ['user:list'],
      departmentId: row.departmentId,
      projectId: (await defaultOwnership(tx)).projectId,
    });
    if (row.avatarFileId)
      await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', row.avatarFileId).execute();
    await tx.updateTable('user').set({ avatarFileId: added }).where('id', '=', id).execute();
    return added;
  });
  return { fileId, url: `/api/user/getUserImg?id=${fileId}` };
}

async function avatarOf(userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('avatarFileId').where('id', '=', userId).executeTakeFirst();
  return row?.avatarFileId ?? null;
}

/** Returns the stored portrait of a file id, for its owner and for viewers who may see the account; 404 otherwise. */
export async function requirePortrait(viewer: Viewer, fileId: string): Promise<{ hash: string; size: number }> {
  const row = await db.row(sql<{ hash: string; size: string }>`
    select f.hash, f.size::text from "user" u join file f on f.id = u.avatar_file_id and f.deleted_at is null
    where f.id = ${fileId} and (u.id = ${viewer.userId} or ${visibleUsers(viewer)})`);
  if (!row) throw notFound('头像');
  return { hash: row.hash, size: Number(row.size) };
}
