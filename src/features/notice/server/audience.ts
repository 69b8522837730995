import { type RawBuilder, sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { bigints } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Audience, noticeApi } from '../contract.ts';

/** Returns the departments that the viewer may address; null: all. */
export function reachOf(viewer: Viewer): readonly string[] | null {
  return viewer.scope.departments;
}

/** Condition that a user `u` is enabled and can be addressed by the viewer. */
function reachable(viewer: Viewer): RawBuilder<unknown> {
  return sql`u.status = 'enabled' and (${visibleUsers(viewer)} or (u.id = ${viewer.userId} and u.deleted_at is null))`;
}

/**
 * Validates the ids of an audience: each must exist and be addressable by the author. 400 for an empty list and for ids
 * out of scope, with the error of ids that do not exist.
 */
export async function validateAudience(tx: Db, viewer: Viewer, { kind, ids = [] }: Audience): Promise<string[]> {
  if (kind === 'all') return [];
  if (ids.length === 0) throw invalidField('audience', '请选择接收范围', 'required');
  const { departments } = viewer.scope;
  const countQuery = {
    department: sql`select count(*)::int as n from department where id = any(${bigints(ids)}) and deleted_at is null
      and (${departments === null} or id = any(${bigints(departments ?? [])}))`,
    role: sql`select count(*)::int as n from role where id = any(${bigints(ids)}) and deleted_at is null and status = 'enabled'`,
    user: sql`select count(*)::int as n from "user" u where u.id = any(${bigints(ids)}) and ${reachable(viewer)}`,
  }[kind];
  const row = await tx.row(sql<{ n: number }>`${countQuery}`);
  if (row?.n !== ids.length) throw invalidField('audience', '接收范围里有不存在或不在你的范围的对象');
  return [...ids];
}

/**
 * Condition over `notice n` and `"user" u`: the user is enabled, in the publisher's scope and in the audience. Notices
 * of the product itself have no publisher: their sender has already checked the recipients.
 */
export const addressed: RawBuilder<unknown> = sql`u.deleted_at is null and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())
  and (n.reach is null or u.department_id = any(n.reach) or u.id = n.publisher_id)
  and (u.id = n.publisher_id or not exists (select 1 from "user" p where p.id = n.publisher_id)
    or exists (select 1 from "user" p where p.id = n.publisher_id and (p.project_ids is null or p.project_ids && u.project_ids
      or (u.project_ids is null and (n.reach is not null or p.department_id = u.department_id)))))
  and case n.audience_kind
    when 'all' then true
    when 'department' then exists (select 1 from department d where d.path && n.audience_ids
      and (d.id = u.department_id or exists (select 1 from user_extra_department e where e.user_id = u.id and e.department_id = d.id)))
    when 'role' then exists (select 1 from user_role r where r.user_id = u.id and r.role_id = any(n.audience_ids))
    else u.id = any(n.audience_ids) end`;

/** Returns the departments, roles and users that the author may address. */
export async function getNoticeOption(viewer: Viewer): Promise<OutputOf<typeof noticeApi.getNoticeOption>> {
  const { departments } = viewer.scope;
  const rows = await db.rows(sql<{ id: string; parentId: string | null; name: string }>`
    select id::text, parent_id::text as "parentId", name from department
    where deleted_at is null and status = 'enabled' and (${departments === null} or id = any(${bigints(departments ?? [])}))
    order by sort, department.id`);
  return {
    roles: await db
      .selectFrom('role')
      .select(['id as value', 'name as label'])
      .where('deletedAt', 'is', null)
      .where('status', '=', 'enabled')
      .orderBy('sort')
      .orderBy('id')
      .execute(),
    users: await db.rows(sql<{ value: string; label: string }>`
      select u.id::text as value, u.name || '（' || u.account || '）' as label from "user" u where ${reachable(viewer)} order by u.id limit 5000`),
    departments: rows,
  };
}
