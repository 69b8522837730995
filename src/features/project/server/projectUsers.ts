import { sql } from 'kysely';
import type { projectApi } from '#features/project/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { contains } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { visibleProjectCondition } from './list.ts';

type Api = typeof projectApi;
type ProjectUser = OutputOf<Api['getProjectUserList']>;

/** Returns the accounts bound to a project, and its manager. 404 outside the scope. */
export async function getProjectUserList(
  viewer: Viewer,
  input: InputOf<Api['getProjectUserList']>,
): Promise<Paged<ProjectUser>> {
  const fields = { name: sql`u.pinyin`, account: sql`lower(u.account)`, lastLoginAt: sql`u.last_login_at` };
  const { limit, offset, order } = pageOf(input, fields, sql`u.id = p.manager_id desc nulls last, u.id`);
  const existing = await db.rows(
    sql`select 1 from project where project.id = ${input.id} and ${visibleProjectCondition(viewer)}`,
  );
  if (existing.length === 0) throw notFound('项目');
  const where = and(
    sql`p.id = ${input.id} and (p.id = any(u.project_ids) or u.id = p.manager_id)`,
    visibleUsers(viewer),
    contains([sql`u.name`, sql`u.account`], input.keyword),
  );
  const rows = await db.rows(sql<ProjectUser>`
    select u.id::text, u.account, u.name, d.name as "departmentName", u.post, u.status, coalesce(u.id = p.manager_id, false) as "isManager",
      array(select r.name from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = u.id order by r.sort, r.id) as roles,
      u.last_login_at as "lastLoginAt"
    from project p cross join "user" u join department d on d.id = u.department_id where ${where}
    order by ${order} limit ${limit} offset ${offset}`);
  return { rows, count: await countOf(sql`select 1 from project p cross join "user" u where ${where}`) };
}

/** Returns the options of form and filters: users in scope who may be manager, and the regions of visible projects. */
export async function getProjectOption(viewer: Viewer): Promise<OutputOf<Api['getProjectOption']>> {
  const users = await db.rows(sql<{ value: string; label: string }>`
    select u.id::text as value, u.name || '（' || u.account || '）' as label from "user" u
    where ${visibleUsers(viewer)} and u.status = 'enabled' order by u.id limit 5000`);
  const areas = await db.rows(sql<{ code: string }>`
    select distinct left(project.region_code, 6) as code from project where project.region_code is not null and ${visibleProjectCondition(viewer)} order by 1`);
  return { users: users, areas: areas.map(({ code }) => ({ value: code, label: regionName(code) ?? code })) };
}

/** Throws 400 when the manager is disabled or not visible to the viewer. */
export async function validateManager(tx: Db, viewer: Viewer, managerId: string): Promise<void> {
  const rows = await tx.rows(
    sql`select 1 from "user" u where u.id = ${managerId} and u.status = 'enabled' and ${visibleUsers(viewer)}`,
  );
  if (rows.length === 0) throw invalidField('managerId', '负责人不存在、已停用或不在你的范围');
}
