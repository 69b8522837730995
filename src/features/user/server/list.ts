import { type RawBuilder, sql } from 'kysely';
import { namedProjects, usableProjects } from '#features/project/server/service.ts';
import type { DepartmentNode, userApi } from '#features/user/contract.ts';
import { lockedAmong } from '#server/auth/guard.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { pageOf } from '#server/db/paging.ts';
import { visibleUsers } from '#server/db/people.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskEmail, maskPhone } from '#shared/mask.ts';

type Row = OutputOf<typeof userApi.getUserList>;
type Input = InputOf<typeof userApi.getUserList>;

/** Any part of account, name or e-mail, pinyin initials, staff number, or four and more digits of the phone. */
function matches(keyword: string): RawBuilder<unknown> {
  const like = `%${likeText(keyword.toLowerCase())}%`;
  const digits = /^\d{4,}$/.test(keyword) ? sql`or u.mobile like ${`%${keyword}%`}` : sql``;
  return sql`(lower(u.account) like ${like} or lower(u.name) like ${like} or u.initials like ${`${likeText(keyword.toLowerCase())}%`}
    or lower(u.email) like ${like} or lower(u.job_number) like ${like} or u.extension = ${keyword} ${digits})`;
}

/** The condition on `"user" u` and a further department of theirs that the viewer may know of it. */
function named({ userId, scope: { departments } }: Viewer, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return departments === null ? sql`true` : sql`(u.id = ${userId} or ${id} = any(${departments}::bigint[]))`;
}

/** What the filters of the list select, on `"user" u`. */
function chosenUsers(viewer: Viewer, input: Input): RawBuilder<unknown> {
  const keyword = input.keyword?.trim();
  const parts = [
    visibleUsers(viewer),
    ...(keyword ? [matches(keyword)] : []),
    ...(input.departmentId
      ? [
          sql`exists (select 1 from department d where ${input.departmentId}::bigint = any(d.path) and (d.id = u.department_id
            or exists (select 1 from user_extra_department e where e.user_id = u.id and e.department_id = d.id and ${named(viewer, sql`d.id`)})))`,
        ]
      : []),
    ...(input.roleId
      ? [sql`exists (select 1 from user_role ur where ur.user_id = u.id and ur.role_id = ${input.roleId})`]
      : []),
    ...(input.status ? [sql`u.status = ${input.status}`] : []),
    ...(input.createdFrom ? [sql`u.created_at >= ${input.createdFrom}`] : []),
    ...(input.createdTo ? [sql`u.created_at <= ${input.createdTo}`] : []),
  ];
  return sql.join(parts, sql` and `);
}

type Found = Omit<Row, 'locked' | 'otherDepartments' | 'otherProjects'>;

function placeOf(input: Input): { limit: number; offset: number; order: RawBuilder<unknown> } {
  const fields = {
    account: sql`lower(u.account)`,
    name: sql`u.pinyin`,
    departmentName: sql`d.name`,
    lastLoginAt: sql`u.last_login_at`,
    createdAt: sql`u.created_at`,
  };
  return pageOf(input, fields, sql`u.created_at desc, u.id desc`);
}

/** Ids of the accounts that the filters select, in the list's order. */
export function selectUsers(viewer: Viewer, input: Input): RawBuilder<unknown> {
  return sql`select u.id::text as id from "user" u join department d on d.id = u.department_id
    where ${chosenUsers(viewer, input)} order by ${placeOf(input).order}`;
}

export async function countUsers(viewer: Viewer, input: Input): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from "user" u where ${chosenUsers(viewer, input)}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** Departments outside the viewer's scope are counted, not named; one's own are all one's own. */
function namedPlaces(
  { userId, scope: { departments } }: Viewer,
  row: Found,
): Pick<Row, 'extraDepartments' | 'otherDepartments'> {
  const all = row.extraDepartments;
  const seen = row.id === userId ? all : all.filter(({ id }) => departments?.includes(id) ?? true);
  return { extraDepartments: seen, otherDepartments: all.length - seen.length };
}

/** The accounts of these ids as the viewer may read them, in their order, with roles and what keeps them from logging in. */
export async function userRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  const found = await sql<Found>`
    select u.id::text, u.account, u.name, u.mobile, u.email, u.gender, u.post, u.job_number as "jobNumber", u.extension, u.avatar_file_id::text as avatar,
      u.department_id::text as "departmentId", d.name as "departmentName",
      coalesce((select jsonb_agg(jsonb_build_object('id', x.id::text, 'name', x.name) order by x.sort, x.id)
        from user_extra_department e join department x on x.id = e.department_id where e.user_id = u.id), '[]') as "extraDepartments", u.project_ids::text[] as "projectIds", u.status, u.built_in as "builtIn",
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'key', r.key, 'name', r.name) order by r.sort, r.id)
        from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = u.id), '[]') as roles,
      coalesce(u.expires_at < now(), false) as expired, exists (select 1 from user_totp t where t.user_id = u.id and t.confirmed_at is not null) as totp,
      (select count(*)::int from session s where s.user_id = u.id and s.ended_at is null and s.expires_at > now()
        and u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())) as "sessionCount",
      u.must_change_password as "mustChangePassword", u.expires_at as "expiresAt", u.last_login_at as "lastLoginAt", u.last_login_ip as "lastLoginIp",
      u.remark, u.created_at as "createdAt", u.version
    from unnest(${ids}::bigint[]) with ordinality as k (id, place) join "user" u on u.id = k.id
    join department d on d.id = u.department_id order by k.place`.execute(db);
  const { rows } = found;
  const locked = await lockedAmong(rows.map((row) => row.account));
  const usable = await usableProjects(viewer);
  return rows.map((row) => ({
    ...row,
    ...namedPlaces(viewer, row),
    ...namedProjects(usable, row.projectIds),
    locked: locked.has(row.account),
  }));
}

/** Phone and mailbox without what tells them from others. */
export function maskedUser(row: Row): Row {
  return { ...row, mobile: maskPhone(row.mobile), email: maskEmail(row.email) };
}

/** One account in scope, whole. 404 otherwise. */
export async function getUser(viewer: Viewer, { id }: InputOf<typeof userApi.getUser>): Promise<Row> {
  const found = await sql<{ id: string }>`
    select u.id::text from "user" u where u.id = ${id} and ${visibleUsers(viewer)}`.execute(db);
  const [row] = await userRows(
    viewer,
    found.rows.map((one) => one.id),
  );
  if (!row) throw notFound('用户');
  return row;
}

/** Accounts in scope, phone and mailbox masked. */
export async function getUserList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { limit, offset } = placeOf(input);
  const [page, count] = await Promise.all([
    sql<{ id: string }>`${selectUsers(viewer, input)} limit ${limit} offset ${offset}`.execute(db),
    countUsers(viewer, input),
  ]);
  return {
    rows: (
      await userRows(
        viewer,
        page.rows.map((row) => row.id),
      )
    ).map(maskedUser),
    count,
  };
}

/** Departments in scope with the number of accounts in and below each; one whose parent is out of scope stands at the top. */
export async function getUserDepartmentTree(viewer: Viewer): Promise<DepartmentNode[]> {
  const { departments } = viewer.scope;
  const found = await sql<Omit<DepartmentNode, 'children'> & { parent_id: string | null }>`
    with mine as (select u.id, b.path from "user" u join department b on b.id = u.department_id where ${visibleUsers(viewer)}
        union all select u.id, b.path from "user" u join user_extra_department e on e.user_id = u.id join department b on b.id = e.department_id
          where ${visibleUsers(viewer)} and ${named(viewer, sql`b.id`)}),
      counts as (select above.id, count(distinct mine.id)::int as n from mine cross join unnest(mine.path) as above (id) group by above.id)
    select d.id::text, d.parent_id::text, d.name, d.status, coalesce(c.n, 0) as count
    from department d left join counts c on c.id = d.id where d.deleted_at is null order by d.sort, d.id`.execute(db);
  const seen = found.rows.filter((row) => departments === null || departments.includes(row.id));
  const ids = new Set(seen.map((row) => row.id));
  const below = (parent: string | null): DepartmentNode[] =>
    seen
      .filter((row) => (parent === null ? row.parent_id === null || !ids.has(row.parent_id) : row.parent_id === parent))
      .map(({ parent_id: _, ...row }) => ({ ...row, children: below(row.id) }));
  return below(null);
}
