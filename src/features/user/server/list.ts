import { type RawBuilder, sql } from 'kysely';
import { usableProjects } from '#features/project/server/service.ts';
import type { DepartmentNode, user, userApi } from '#features/user/contract.ts';
import { lockedAccounts } from '#server/auth/loginThrottle.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, likeText } from '#server/db/filter.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { and, bigints } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Row as NounRow } from '#shared/resourceField.ts';

type Row = NounRow<typeof user.fields>;
type Input = InputOf<typeof userApi.getUserList>;

/**
 * Searches, besides account, name, e-mail and staff number: pinyin initials, the extension, or ≥ 4 digits of the phone.
 */
export function keywordCondition(keyword: string): RawBuilder<unknown> {
  const digits = /^\d{4,}$/.test(keyword) ? sql`or "user".mobile like ${`%${keyword}%`}` : sql``;
  return sql`"user".initials like ${`${likeText(keyword.toLowerCase())}%`} or "user".extension = ${keyword} ${digits}`;
}

/** Condition on `"user"` and an extra department that the viewer may name; viewers may name all their own. */
function named({ userId, scope: { departments } }: Viewer, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return departments === null ? sql`true` : sql`("user".id = ${userId} or ${id} = any(${bigints(departments)}))`;
}

/** Filters by department with its subtree, role and creation time. */
export function filtered(viewer: Viewer, input: Input): RawBuilder<unknown> {
  const { departmentId, roleId, createdFrom, createdTo } = input;
  return and(
    departmentId
      ? sql`exists (select 1 from department d where ${departmentId}::bigint = any(d.path) and (d.id = "user".department_id
          or exists (select 1 from user_extra_department e where e.user_id = "user".id and e.department_id = d.id and ${named(viewer, sql`d.id`)})))`
      : undefined,
    roleId
      ? sql`exists (select 1 from user_role ur where ur.user_id = "user".id and ur.role_id = ${roleId})`
      : undefined,
    between('user.createdAt', createdFrom, createdTo),
  );
}

/**
 * Computed columns: departments, roles and projects that the viewer may name, the others counted; reasons that prevent
 * a login.
 */
export async function columns(viewer: Viewer) {
  const usable = await usableProjects(viewer);
  const usableCondition = usable === null ? sql`true` : sql`p = any(${bigints(usable)})`;
  const further = sql`from user_extra_department e join department x on x.id = e.department_id where e.user_id = "user".id`;
  return {
    departmentName: sql`(select d.name from department d where d.id = "user".department_id)`,
    extraDepartments: sql`coalesce((select jsonb_agg(jsonb_build_object('id', x.id::text, 'name', x.name) order by x.sort, x.id) ${further} and ${named(viewer, sql`x.id`)}), '[]')`,
    otherDepartments: sql`(select count(*)::int ${further} and not ${named(viewer, sql`x.id`)})`,
    roles: sql`coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'key', r.key, 'name', r.name) order by r.sort, r.id)
      from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = "user".id), '[]')`,
    projectIds: sql`case when "user".project_ids is not null then array(select p::text from unnest("user".project_ids) as p where ${usableCondition}) end`,
    otherProjects: sql`(select count(*)::int from unnest("user".project_ids) as p where not ${usableCondition})`,
    expired: sql`coalesce("user".expires_at < now(), false)`,
    totp: sql`exists (select 1 from user_totp t where t.user_id = "user".id and t.confirmed_at is not null)`,
    sessionCount: sql`(select count(*)::int from session s where s.user_id = "user".id and s.ended_at is null and s.expires_at > now()
      and "user".status = 'enabled' and ("user".expires_at is null or "user".expires_at > now()))`,
  };
}

/** Adds to accounts whether too many wrong passwords lock them. */
export async function withLocks(_viewer: Viewer, rows: readonly Row[]): Promise<Row[]> {
  const locked = await lockedAccounts(rows.map(({ account }) => account));
  return rows.map((row) => ({ ...row, locked: locked.has(row.account) }));
}

/**
 * Returns departments in scope with the number of accounts in each subtree; those with a parent out of scope are roots.
 */
export async function getUserDepartmentTree(viewer: Viewer): Promise<DepartmentNode[]> {
  const { departments } = viewer.scope;
  const visibleCondition = visibleUsers(viewer, 'user');
  const rows = await db.rows(sql<Omit<DepartmentNode, 'children'> & { parent_id: string | null }>`
    with mine as (select "user".id, b.path from "user" join department b on b.id = "user".department_id where ${visibleCondition}
        union all select "user".id, b.path from "user" join user_extra_department e on e.user_id = "user".id join department b on b.id = e.department_id
          where ${visibleCondition} and ${named(viewer, sql`b.id`)}),
      counts as (select above.id, count(distinct mine.id)::int as n from mine cross join unnest(mine.path) as above (id) group by above.id)
    select d.id::text, d.parent_id::text, d.name, d.status, coalesce(c.n, 0) as count
    from department d left join counts c on c.id = d.id where d.deleted_at is null order by d.sort, d.id`);
  const seen = rows.filter((row) => departments === null || departments.includes(row.id));
  const ids = new Set(seen.map((row) => row.id));
  const below = (parent: string | null): DepartmentNode[] =>
    seen
      .filter((row) => (parent === null ? row.parent_id === null || !ids.has(row.parent_id) : row.parent_id === parent))
      .map(({ parent_id: _, ...row }) => ({ ...row, children: below(row.id) }));
  return below(null);
}
