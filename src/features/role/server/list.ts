import { sql } from 'kysely';
import type { role, roleApi } from '#features/role/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { Row as NounRow } from '#shared/resourceField.ts';
import { permissionsOfRole, type RolePermissions, roleExceeding } from './grantLimits.ts';

type Api = typeof roleApi;
type Row = NounRow<typeof role.fields>;

/** Computed columns: holders visible to the viewer, and contents of the role. */
export const columns = (viewer: Viewer) => ({
  departmentIds: sql`array(select d.department_id::text from role_department d where d.role_id = role.id order by 1)`,
  menuIds: sql`array(select m.menu_id::text from role_menu m join menu n on n.id = m.menu_id and n.deleted_at is null where m.role_id = role.id order by 1)`,
  userCount: sql`(select count(*)::int from user_role ur join "user" u on u.id = ur.user_id where ur.role_id = role.id and ${visibleUsers(viewer)})`,
});

/** Adds to roles why the viewer may neither change nor grant them. */
export function withExceeding(viewer: Viewer, rows: readonly Row[]): Promise<Row[]> {
  return Promise.all(
    rows.map(async (row) => {
      const permissions: RolePermissions = { ...row, all: row.key === 'admin' };
      return { ...row, beyond: await roleExceeding(db, viewer, await permissionsOfRole(db, viewer, permissions)) };
    }),
  );
}

interface FoundMenu {
  id: string;
  parentId: string | null;
  type: 'dir' | 'menu' | 'button' | 'link';
  name: string;
  permission: string | null;
  apis: string[];
}

/** Returns menus and buttons with the endpoints that they open. */
export async function getRoleMenuList(viewer: Viewer): Promise<OutputOf<Api['getRoleMenuList']>> {
  const rows = await db.rows(sql<FoundMenu>`
    select m.id::text, m.parent_id::text as "parentId", m.type, m.name, m.permission,
      array(select a.method || ' ' || a.path from menu_api a where a.menu_id = m.id order by 1) as apis
    from menu m where m.deleted_at is null and m.status = 'enabled' order by m.sort, m.id`);
  return rows.map(({ permission, ...row }) => ({
    ...row,
    open: permission === null && row.type !== 'dir' && row.apis.length === 0,
    mine:
      (permission === null || hasPermission(viewer, permission)) &&
      (viewer.endpoints === null || row.apis.every((api) => viewer.endpoints?.has(api))),
  }));
}

type Member = OutputOf<Api['getRoleUserList']>;

/** Returns accounts in scope that have the role, or that do not. */
export async function getRoleUserList(viewer: Viewer, input: InputOf<Api['getRoleUserList']>): Promise<Paged<Member>> {
  const has = sql`exists (select 1 from user_role x where x.user_id = u.id and x.role_id = ${input.id})`;
  const where = and(
    visibleUsers(viewer),
    input.member === false ? sql`not ${has}` : has,
    contains([sql`u.account`, sql`u.name`, sql`u.initials`], input.keyword),
  );
  const fields = { account: sql`lower(u.account)`, name: sql`u.pinyin`, departmentName: sql`d.name` };
  const { limit, offset, order } = pageOf(input, fields, sql`u.pinyin, u.id`);
  const [rows, count] = await Promise.all([
    db.rows(sql<Member>`
      select u.id::text, u.account, u.name, d.name as "departmentName", u.status,
        array(select r.name from user_role x join role r on r.id = x.role_id and r.deleted_at is null where x.user_id = u.id order by r.sort) as "roleNames"
      from "user" u join department d on d.id = u.department_id where ${where} order by ${order} limit ${limit} offset ${offset}`),
    countOf(sql`select 1 from "user" u where ${where}`),
  ]);
  return { rows, count };
}
