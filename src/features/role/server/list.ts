import { type SQL, sql } from 'drizzle-orm';
import type { roleApi } from '#features/role/contract.ts';
import { visibleUsers } from '#features/user/server/service.ts';
import { db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { likeText } from '#server/search.ts';
import { may, type Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { type RoleRights, rightsOfRole, roleBeyond } from './grant.ts';

type Api = typeof roleApi;
type Row = OutputOf<Api['getRoleList']>;

/** Accounts with the role that the viewer may see; `r` is the role. */
const countOf = (viewer: Viewer) =>
  sql`(select count(*)::int from user_role ur join "user" u on u.id = ur.user_id where ur.role_id = r.id and ${visibleUsers(viewer)})`;

const columns = (viewer: Viewer) => sql`
  r.id::text, r.name, r.key, r.data_scope as "dataScope", r.sort, r.status, r.remark, r.built_in as "builtIn", r.created_at as "createdAt", r.version,
  array(select d.department_id::text from role_department d where d.role_id = r.id order by 1) as "departmentIds",
  array(select m.menu_id::text from role_menu m join menu n on n.id = m.menu_id and n.deleted_at is null where m.role_id = r.id order by 1) as "menuIds",
  ${countOf(viewer)} as "userCount"`;

async function withBeyond(viewer: Viewer, row: Omit<Row, 'beyond'>): Promise<Row> {
  const rights: RoleRights = { ...row, all: row.key === 'admin' };
  const why = await roleBeyond(db, viewer, await rightsOfRole(db, viewer, rights));
  return { ...row, createdAt: new Date(row.createdAt).toISOString(), beyond: why };
}

/** All roles, in their order unless asked otherwise. */
export async function getRoleList(viewer: Viewer, input: InputOf<Api['getRoleList']>): Promise<Paged<Row>> {
  const keyword = input.keyword?.trim();
  const like = `%${likeText(keyword ?? '')}%`;
  const where = sql`r.deleted_at is null and (${!keyword} or r.name ilike ${like} or r.key ilike ${like})
    and (${input.status === undefined} or r.status = ${input.status ?? ''})`;
  const fields = { name: sql`r.name`, sort: sql`r.sort`, userCount: countOf(viewer), createdAt: sql`r.created_at` };
  const { limit, offset, order } = pageOf(input, fields, [sql`r.sort`, sql`r.id`]);
  const [page, total] = await Promise.all([
    db.execute<Record<string, never>>(
      sql`select ${columns(viewer)} from role r where ${where} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`,
    ),
    db.execute<{ n: number }>(sql`select count(*)::int as n from role r where ${where}`),
  ]);
  const rows = page.rows as unknown as Omit<Row, 'beyond'>[];
  return { rows: await Promise.all(rows.map((row) => withBeyond(viewer, row))), count: total.rows[0]?.n ?? 0 };
}

/** Every role in its order, with the reason when the viewer may not give it. */
export async function getRoleOption(viewer: Viewer): Promise<OutputOf<Api['getRoleOption']>> {
  const found = await db.execute<Record<string, never>>(
    sql`select ${columns(viewer)} from role r where r.deleted_at is null order by r.sort, r.id limit 500`,
  );
  const rows = await Promise.all(
    (found.rows as unknown as Omit<Row, 'beyond'>[]).map((row) => withBeyond(viewer, row)),
  );
  return rows.map(({ id, name, status, beyond }) => ({ id, name, status, beyond }));
}

interface FoundMenu extends Record<string, unknown> {
  id: string;
  parentId: string | null;
  type: 'dir' | 'menu' | 'button' | 'link';
  name: string;
  permission: string | null;
  apis: string[];
}

/** Menus and buttons with the endpoints that they open. */
export async function getRoleMenuList(viewer: Viewer): Promise<OutputOf<Api['getRoleMenuList']>> {
  const found = await db.execute<FoundMenu>(sql`
    select m.id::text, m.parent_id::text as "parentId", m.type, m.name, m.permission,
      array(select a.method || ' ' || a.path from menu_api a where a.menu_id = m.id order by 1) as apis
    from menu m where m.deleted_at is null and m.status = 'enabled' order by m.sort, m.id`);
  return found.rows.map(({ permission, ...row }) => ({
    ...row,
    open: permission === null && row.type !== 'dir' && row.apis.length === 0,
    mine:
      (permission === null || may(viewer, permission)) &&
      (viewer.endpoints === null || row.apis.every((api) => viewer.endpoints?.has(api))),
  }));
}

type Member = OutputOf<Api['getRoleUserList']>;

/** Accounts in scope that have the role, or that do not. */
export async function getRoleUserList(viewer: Viewer, input: InputOf<Api['getRoleUserList']>): Promise<Paged<Member>> {
  const keyword = input.keyword?.trim();
  const like = `%${likeText((keyword ?? '').toLowerCase())}%`;
  const has = sql`exists (select 1 from user_role x where x.user_id = u.id and x.role_id = ${input.id})`;
  const where: SQL = sql`${visibleUsers(viewer)} and ${input.member === false ? sql`not ${has}` : has}
    and (${!keyword} or lower(u.account) like ${like} or u.name like ${like} or u.initials like ${like})`;
  const fields = { account: sql`lower(u.account)`, name: sql`u.pinyin`, departmentName: sql`d.name` };
  const { limit, offset, order } = pageOf(input, fields, [sql`u.pinyin`, sql`u.id`]);
  const [page, total] = await Promise.all([
    db.execute<Record<string, never>>(sql`
      select u.id::text, u.account, u.name, d.name as "departmentName", u.status,
        array(select r.name from user_role x join role r on r.id = x.role_id and r.deleted_at is null where x.user_id = u.id order by r.sort) as "roleNames"
      from "user" u join department d on d.id = u.department_id where ${where} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`),
    db.execute<{ n: number }>(sql`select count(*)::int as n from "user" u where ${where}`),
  ]);
  return { rows: page.rows as unknown as Member[], count: total.rows[0]?.n ?? 0 };
}
