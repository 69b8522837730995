import { sql } from 'kysely';
import type { viewApi } from '#features/view/contract.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { SavedView } from '#shared/contract/savedView.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof viewApi;

/** Maximum number of views per user and list. */
const maxViews = 30;

interface Row extends Omit<SavedView, 'mine'> {
  ownerId: string;
}

/** Returns the viewer's views and those shared with one of their roles, own views first. */
export async function getViewList(
  viewer: Viewer,
  { list }: InputOf<Api['getViewList']>,
): Promise<OutputOf<Api['getViewList']>> {
  const rows = await db.rows(sql<Row>`
    select v.id::text, v.list, v.name, v.state, v.role_ids::text[] as "roleIds",
      array(select r.name from role r where r.id = any(v.role_ids) and r.deleted_at is null order by r.sort, r.id) as "roleNames",
      v.owner_id::text as "ownerId", u.name as "ownerName", v.version
    from saved_view v join "user" u on u.id = v.owner_id
    where v.list = ${list} and v.deleted_at is null
      and (v.owner_id = ${viewer.userId} or v.role_ids && (select coalesce(array_agg(role_id), '{}') from user_role where user_id = ${viewer.userId}))
    order by v.owner_id = ${viewer.userId} desc, v.sort, v.id`);
  return rows.map(({ ownerId, ...row }) => ({ ...row, mine: ownerId === viewer.userId }));
}

/** Returns roles that the viewer may share with. */
export async function getViewRole(viewer: Viewer): Promise<OutputOf<Api['getViewRole']>> {
  return db.rows(sql<{ id: string; name: string }>`
    select id::text, name from role where deleted_at is null and status = 'enabled'
      and (${viewer.endpoints === null} or id in (select role_id from user_role where user_id = ${viewer.userId}))
    order by sort, role.id`);
}

async function requireOwnRoles(viewer: Viewer, roleIds: readonly string[] | undefined): Promise<void> {
  if (!roleIds?.length) return;
  const allowed = new Set((await getViewRole(viewer)).map((role) => role.id));
  if (roleIds.some((id) => !allowed.has(id))) throw invalidField('roleIds', '只能共享给自己的角色');
}

function nameTaken(error: unknown): never {
  throw sqlState(error) === '23505' ? invalidField('name', '已有同名视图', 'unique') : error;
}

/** Saves filters, sort order, columns and density of a list under a name. */
export async function addView(viewer: Viewer, input: InputOf<Api['addView']>): Promise<OutputOf<Api['addView']>> {
  await requireOwnRoles(viewer, input.roleIds);
  const added = command(viewer, async ({ tx }) => {
    const ownViews = await tx
      .selectFrom('savedView')
      .select('id')
      .where('ownerId', '=', viewer.userId)
      .where('list', '=', input.list)
      .where('deletedAt', 'is', null)
      .execute();
    if (ownViews.length >= maxViews) throw invalidField('name', `每个列表最多 ${maxViews} 个视图`, 'maximum');
    return tx
      .insertInto('savedView')
      .values({ ...input, ownerId: viewer.userId, createdBy: viewer.userId, sort: ownViews.length })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  return added.catch(nameTaken);
}

/** Changes a view of the viewer; 404 for another user's, 409 for an older version. */
export async function editView(
  viewer: Viewer,
  { id, version, ...patch }: InputOf<Api['editView']>,
): Promise<OutputOf<Api['editView']>> {
  await requireOwnRoles(viewer, patch.roleIds);
  const edited = command(viewer, async ({ tx }) => {
    const row = await tx.selectFrom('savedView').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || row.deletedAt || row.ownerId !== viewer.userId) throw notFound('视图');
    if (row.version !== version) throw await stale(tx, 'saved_view', id, version, row);
    await tx
      .updateTable('savedView')
      .set({ ...patch, version: version + 1 })
      .where('id', '=', id)
      .execute();
    return { id, version: version + 1 };
  });
  return edited.catch(nameTaken);
}

/** Deletes the viewer's own views, all or nothing. */
export async function deleteView(viewer: Viewer, { ids }: InputOf<Api['deleteView']>): Promise<null> {
  return command(viewer, async ({ tx }) => {
    const deleted = await tx
      .updateTable('savedView')
      .set({ deletedAt: now })
      .where('id', '=', any(ids))
      .where('ownerId', '=', viewer.userId)
      .where('deletedAt', 'is', null)
      .returning('id')
      .execute();
    if (deleted.length !== new Set(ids).size) throw notFound('视图');
    return null;
  });
}
