import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Scope, Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { departmentsOf } from '#server/db/userScope.ts';
import { any, texts } from '#server/db/values.ts';
import { clearShared } from '#server/feature/sharedFor.ts';
import type { DataScope } from '#shared/codes.ts';
import { type Module, modules, routesWithout } from '#shared/modules.ts';

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
let newestVersion = '';

interface RoleRow {
  id: string;
  key: string;
  name: string;
  data_scope: DataScope;
  departments: string[];
}

/** Scope setting of a role. */
export interface ScopeRule {
  dataScope: DataScope;
  departments: readonly string[];
}

/** Returns permissions and scope of a user, cached until the permission version changes. */
export async function grantsOf(
  user: { id: string; departmentId: string; projectIds: string[] | null },
  version: string,
): Promise<Grants> {
  const cached = cache.get(user.id);
  if (cached && cached.version === version) return cached;
  if (version !== newestVersion) clearShared();
  newestVersion = version;
  const row = await db.row(sql<{ roles: string[]; departments: string[] }>`
    select array(select u.role_id::text from user_role u join role r on r.id = u.role_id and r.status = 'enabled' where u.user_id = ${user.id}) as roles,
      ${departmentsOf(sql`${user.id}::bigint`)} as departments`);
  const { roles = [], departments = [] } = row ?? {};
  const place = { departmentIds: [user.departmentId, ...departments], projectIds: user.projectIds };
  const grants = { version, ...(await grantsOfRoles(db, roles, place)) };
  if (cache.size >= cacheSize) cache.clear();
  cache.set(user.id, grants);
  return grants;
}

/**
 * Returns the grants of a user with these departments, projects and roles, enabled or not.
 * @param asleep includes disabled menus and disabled modules: they grant again once enabled
 */
export async function grantsOfRoles(
  tx: Db,
  roleIds: readonly string[],
  place: { departmentIds: readonly string[]; projectIds: readonly string[] | null },
  asleep = false,
): Promise<Omit<Grants, 'version'>> {
  const rows = await tx.rows(sql<RoleRow>`
    select r.id::text, r.key, r.name, r.data_scope,
      coalesce(array_agg(d.department_id::text) filter (where d.department_id is not null), '{}') as departments
    from role r left join role_department d on d.role_id = r.id
    where r.id = any(${roleIds}::bigint[]) and r.deleted_at is null group by r.id order by r.sort, r.id`);
  const roles = rows;
  const all = roles.some((role) => role.key === 'admin');
  const activeRoleIds = roles.map((role) => role.id);
  const menus = sql`select menu_id from role_menu where role_id = any(${activeRoleIds}::bigint[])`;
  const rules = roles.map((role) => ({ dataScope: role.data_scope, departments: role.departments }));
  const off = asleep ? [] : await offRoutes(tx, place.projectIds);
  return {
    ...permissionsOf(await menusWhere(tx, all ? sql`true` : sql`m.id in (${menus})`, asleep, off), all),
    scope: { ...(await scopeOf(tx, rules, place.departmentIds)), projects: place.projectIds },
    roles: roles.map(({ id, key, name }) => ({ id, key, name })),
  };
}

type PermissionSet = Pick<Grants, 'permissions' | 'endpoints'>;

/** Returns permission keys and endpoints of these menus and buttons, including disabled ones. */
export async function permissionsOfMenus(tx: Db, menuIds: readonly string[]): Promise<PermissionSet> {
  return permissionsOf(await menusWhere(tx, sql`m.id = any(${menuIds}::bigint[])`, true), false);
}

/** Returns menus and buttons that are enabled together with all their parents; `asleep`: disabled ones too. */
export function activeMenus(tx: Db, asleep = false): Promise<MenuPermissions[]> {
  return menusWhere(tx, sql`true`, asleep);
}

/**
 * Returns what the viewer may grant: own permissions, plus those of all menus of their roles if every module and menu
 * were enabled.
 */
export async function grantableBy(tx: Db, viewer: Viewer): Promise<ViewerGrants> {
  if (viewer.endpoints === null) return viewer;
  const ownMenuIds = sql`select rm.menu_id from role_menu rm join user_role ur on ur.role_id = rm.role_id
    join role r on r.id = rm.role_id and r.deleted_at is null and r.status = 'enabled' where ur.user_id = ${viewer.userId}`;
  const { permissions, endpoints } = permissionsOf(await menusWhere(tx, sql`m.id in (${ownMenuIds})`, true), false);
  return {
    permissions: permissions.union(viewer.permissions),
    endpoints: viewer.endpoints.union(endpoints ?? new Set()),
    scope: viewer.scope,
  };
}

/**
 * Returns what these modules would grant, once enabled in a project, to users limited to projects including this one,
 * by the menus of their roles, disabled ones too.
 */
export async function permissionsOfModules(
  tx: Db,
  projectId: string,
  enabled: readonly Module[],
): Promise<PermissionSet> {
  const held = sql`select rm.menu_id from role_menu rm join user_role ur on ur.role_id = rm.role_id
    join "user" u on u.id = ur.user_id and u.deleted_at is null where ${projectId}::bigint = any(u.project_ids)`;
  const keys = enabled.flatMap((module) => modules[module].routes.map(keyOf));
  return permissionsOf(await menusWhere(tx, sql`m.switches && ${texts(keys)} and m.id in (${held})`, true), false);
}

/** Returns the routes of modules that none of these projects has; null (all projects) has all modules. */
async function offRoutes(tx: Db, projectIds: readonly string[] | null): Promise<string[]> {
  if (projectIds === null) return [];
  const rows = await tx
    .selectFrom('project')
    .select('modules')
    .where('id', '=', any(projectIds))
    .where('deletedAt', 'is', null)
    .execute();
  return rows.length === 0 ? [] : routesWithout(rows.map((row) => row.modules));
}

export interface MenuPermissions {
  id: string;
  name: string;
  permission: string | null;
  /** `METHOD /path`. */
  apis: string[];
  /** Keys of the module screens it belongs to: if one of these modules is off, it grants nothing. */
  switches: string[];
}

const keyOf = (route: string) => `screen:${route}`;
const switchKeys = Object.values(modules).flatMap(({ routes }) => routes.map(keyOf));

async function menusWhere(
  tx: Db,
  where: RawBuilder<unknown>,
  asleep: boolean,
  off: readonly string[] = [],
): Promise<MenuPermissions[]> {
  // A menu below a disabled menu, or below a screen whose module is off, is off too.
  const ownSwitches = (menu: RawBuilder<unknown>) =>
    sql`case when ${menu}.seed_key = any(${texts(switchKeys)}) then array[${menu}.seed_key] else '{}' end`;
  return tx.rows(sql<MenuPermissions>`
    with recursive alive as (
      select t.id, t.name, t.permission, ${ownSwitches(sql`t`)} as switches from menu t where t.parent_id is null and t.deleted_at is null and (${asleep} or t.status = 'enabled')
      union all
      select c.id, c.name, c.permission, p.switches || ${ownSwitches(sql`c`)} from menu c join alive p on p.id = c.parent_id
      where c.deleted_at is null and (${asleep} or c.status = 'enabled'))
    select m.id::text, m.name, m.permission, m.switches, coalesce(array_agg(distinct a.method || ' ' || a.path) filter (where a.path is not null), '{}') as apis
    from alive m left join menu_api a on a.menu_id = m.id where ${where} and not m.switches && ${texts(off.map(keyOf))}
    group by m.id, m.name, m.permission, m.switches`);
}

function permissionsOf(rows: readonly MenuPermissions[], all: boolean): PermissionSet {
  return {
    permissions: new Set(rows.flatMap((row) => (row.permission ? [row.permission] : []))),
    endpoints: all ? null : new Set(rows.flatMap((row) => row.apis)),
  };
}

/** Returns the union of the data scopes of these roles for a user in the departments. */
export async function scopeOf(
  tx: Db,
  rules: readonly ScopeRule[],
  departmentIds: readonly string[],
): Promise<{ kind: DataScope; departments: string[] | null }> {
  if (rules.some((rule) => rule.dataScope === 'all')) return { kind: 'all', departments: null };
  const of = (kind: DataScope) => rules.filter((rule) => rule.dataScope === kind);
  const exact = new Set(of('department').flatMap(() => departmentIds));
  const roots = new Set([
    ...of('department_below').flatMap(() => departmentIds),
    ...of('custom').flatMap((rule) => rule.departments),
  ]);
  if (exact.size + roots.size === 0) return { kind: 'self', departments: [] };
  const below = await tx.rows(
    sql<{
      id: string;
    }>`select id::text from department where path && ${[...roots]}::bigint[] and deleted_at is null`,
  );
  for (const row of below) exact.add(row.id);
  return { kind: roots.size > 0 ? 'department_below' : 'department', departments: [...exact] };
}

async function versionOf(cache: 'permission' | 'dictionary' | 'place'): Promise<string> {
  const row = await db.row(
    sql<{
      version: string;
    }>`select version::text from cache_version where name = ${cache}`,
  );
  return row?.version ?? '';
}

/** Returns the version that changes with roles, menus, departments and users. */
export function permissionVersion(): Promise<string> {
  return versionOf('permission');
}

/** Returns the version that changes with the dictionaries. */
export function dictionaryVersion(): Promise<string> {
  return versionOf('dictionary');
}

/** Returns the version that changes when somebody takes a consent back or goes to another department. */
export function placeVersion(): Promise<string> {
  return versionOf('place');
}

type ViewerGrants = Pick<Viewer, 'permissions' | 'endpoints' | 'scope'>;

const inside = (all: ReadonlySet<string>, part: ReadonlySet<string>) => [...part].every((key) => all.has(key));
const insideList = (all: readonly string[] | null, part: readonly string[] | null) =>
  all === null || (part !== null && inside(new Set(all), new Set(part)));

/**
 * Returns what `requested` has beyond `granter`, as text after 有 or 授予; null if nothing. A user grants only
 * permissions, departments and projects they have, and manages no user with more.
 */
export function exceedingGrant(granter: ViewerGrants, requested: Partial<ViewerGrants>): string | null {
  if (granter.endpoints !== null) {
    if (requested.endpoints === null) return '管理员权限';
    if (!inside(granter.permissions, requested.permissions ?? new Set())) return '你没有的菜单或按钮';
    if (!inside(granter.endpoints, requested.endpoints ?? new Set())) return '你没有的接口';
  }
  if (!requested.scope) return null;
  if (!insideList(granter.scope.departments, requested.scope.departments)) return '比你大的数据范围';
  return insideList(granter.scope.projects, requested.scope.projects) ? null : '你以外的项目';
}

/** Returns an ETag of all menus. */
export async function menuEtag(): Promise<string> {
  const row = await db.row(
    sql<{
      mark: string | null;
    }>`select md5(string_agg(concat_ws(':', id, version, parent_id, sort, name, url, icon, visible, status, deleted_at), ',' order by id)) as mark from menu`,
  );
  return row?.mark ?? '';
}

/**
 * Returns an ETag of a viewer's permissions and scope: it changes exactly when the page must reload menu and
 * permissions.
 */
export function permissionEtag(viewer: Viewer, menus: string): string {
  const { permissions, endpoints, scope, mustChangePassword, name, departmentId } = viewer;
  const parts = [menus, [...permissions].sort(), endpoints && [...endpoints].sort(), scope.kind, name, departmentId];
  const lists = [scope.departments && [...scope.departments].sort(), scope.projects && [...scope.projects].sort()];
  return createHash('sha256')
    .update(JSON.stringify([parts, lists, mustChangePassword]))
    .digest('base64url')
    .slice(0, 16);
}
