import { sql } from 'drizzle-orm';
import type { DataScope } from '#shared/codes.ts';
import { db } from './db.ts';
import type { Scope } from './viewer.ts';

export interface Grants {
  version: string;
  permissions: ReadonlySet<string>;
  /** `METHOD /path`; null: all (built-in administrator). */
  endpoints: ReadonlySet<string> | null;
  scope: Scope;
  roles: { id: string; key: string; name: string }[];
}

const cache = new Map<string, Grants>();
const cacheSize = 5000;

interface RoleRow {
  id: string;
  key: string;
  name: string;
  data_scope: DataScope;
  departments: string[];
}

/** Rights and scope of a user at a version of the permission cache; read again when the version moved. */
export async function grantsOf(
  user: { id: string; departmentId: string; projectIds: string[] | null },
  version: string,
): Promise<Grants> {
  const known = cache.get(user.id);
  if (known && known.version === version) return known;
  const grants = await load(user, version);
  if (cache.size >= cacheSize) cache.clear();
  cache.set(user.id, grants);
  return grants;
}

async function load(
  user: { id: string; departmentId: string; projectIds: string[] | null },
  version: string,
): Promise<Grants> {
  const found = await db.execute<RoleRow & Record<string, unknown>>(sql`
    select r.id, r.key, r.name, r.data_scope,
      coalesce(array_agg(d.department_id::text) filter (where d.department_id is not null), '{}') as departments
    from user_role u join role r on r.id = u.role_id and r.deleted_at is null and r.status = 'enabled'
    left join role_department d on d.role_id = r.id
    where u.user_id = ${user.id} group by r.id order by r.sort, r.id`);
  const roles = found.rows;
  const all = roles.some((role) => role.key === 'admin');
  const rights = await db.execute<{ permission: string | null; apis: string[] }>(sql`
    select m.permission, coalesce(array_agg(distinct a.method || ' ' || a.path) filter (where a.path is not null), '{}') as apis
    from menu m left join menu_api a on a.menu_id = m.id
    where m.deleted_at is null and m.status = 'enabled'
      and (${all} or m.id in (select menu_id from role_menu where role_id in (select role_id from user_role where user_id = ${user.id})
        and role_id in (select id from role where deleted_at is null and status = 'enabled')))
    group by m.id, m.permission`);
  return {
    version,
    permissions: new Set(rights.rows.flatMap((row) => (row.permission ? [row.permission] : []))),
    endpoints: all ? null : new Set(rights.rows.flatMap((row) => row.apis)),
    scope: { ...(await widest(roles, user)), projects: user.projectIds },
    roles: roles.map(({ id, key, name }) => ({ id, key, name })),
  };
}

/** The union of the data scopes of all roles. */
async function widest(
  roles: RoleRow[],
  user: { departmentId: string },
): Promise<{ kind: DataScope; departments: string[] | null }> {
  if (roles.some((role) => role.data_scope === 'all')) return { kind: 'all', departments: null };
  const exact = new Set<string>();
  const roots = new Set<string>();
  for (const role of roles) {
    if (role.data_scope === 'department') exact.add(user.departmentId);
    if (role.data_scope === 'department_below') roots.add(user.departmentId);
    if (role.data_scope === 'custom') for (const department of role.departments) roots.add(department);
  }
  if (exact.size + roots.size === 0) return { kind: 'self', departments: [] };
  const below = await db.execute<{ id: string }>(
    sql`select id::text from department where path && ${`{${[...roots].join(',')}}`}::bigint[] and deleted_at is null`,
  );
  for (const row of below.rows) exact.add(row.id);
  return { kind: roots.size > 0 ? 'department_below' : 'department', departments: [...exact] };
}

/** The version that every change of roles, menus, departments and users moves on. */
export async function permissionVersion(): Promise<string> {
  const found = await db.execute<{ version: string }>(
    sql`select version::text from cache_version where name = 'permission'`,
  );
  return found.rows[0]?.version ?? '';
}
