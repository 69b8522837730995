import { sql } from 'kysely';
import { role, type roleApi } from '#features/role/contract.ts';
import { lockAdministrators, requireAdministratorLeft } from '#features/user/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { holdersExceeding, permissionsOfRole, type RolePermissions, roleExceeding } from './grantLimits.ts';
import { columns, withExceeding } from './list.ts';

type Api = typeof roleApi;
type Fields = typeof role.fields;
type Row = Stored<Fields>;

/** Returns the stored permissions of a role. */
async function storedPermissions(
  tx: Db,
  { id, key, dataScope }: Pick<Row, 'id' | 'key' | 'dataScope'>,
): Promise<RolePermissions> {
  const row = await tx.row(sql<{ menus: string[]; departments: string[] }>`
    select array(select menu_id::text from role_menu where role_id = ${id}) as menus,
      array(select department_id::text from role_department where role_id = ${id}) as departments`);
  const { menus = [], departments = [] } = row ?? {};
  return { all: key === 'admin', dataScope, departmentIds: departments, menuIds: menus };
}

/** Locks a role for a change; returns it with its permissions. */
export async function lockRole(
  tx: Db,
  viewer: Viewer,
  id: string,
): Promise<{ row: Row; permissions: RolePermissions }> {
  const row = await roles.lock(tx, viewer, id);
  return { row, permissions: await storedPermissions(tx, row) };
}

/**
 * Refuses a role that the viewer may not change: the built-in role, or a role or holder with more permissions than the
 * viewer.
 */
async function admit(tx: Db, viewer: Viewer, row: Row): Promise<void> {
  if (row.builtIn) throw new Problem(400, '内置的超级管理员角色只能查看');
  const exceeding = await holdersExceeding(tx, viewer, row.id, await storedPermissions(tx, row));
  if (exceeding) throw new Problem(403, `不能管理角色「${row.name}」：该角色有${exceeding}`);
}

/** Throws 400 naming the field: menus or departments that do not exist, are out of scope or exceed the viewer's. */
async function validatePermissions(tx: Db, viewer: Viewer, permissions: RolePermissions): Promise<void> {
  const row = await tx.row(sql<{ menus: number; departments: number }>`
    select (select count(*)::int from menu where id = any(${permissions.menuIds}::bigint[]) and deleted_at is null) as menus,
      (select count(*)::int from department where id = any(${permissions.departmentIds}::bigint[]) and deleted_at is null) as departments`);
  if (row?.menus !== permissions.menuIds.length) throw invalidField('menuIds', '菜单不存在');
  const seen = viewer.scope.departments;
  const outside = seen !== null && permissions.departmentIds.some((id) => !seen.includes(id));
  if (row?.departments !== permissions.departmentIds.length || outside)
    throw invalidField('departmentIds', '部门不存在或不在你的范围');
  if (permissions.dataScope === 'custom' && permissions.departmentIds.length === 0)
    throw invalidField('departmentIds', '请选择部门');
  const exceeding = await roleExceeding(tx, viewer, await permissionsOfRole(tx, viewer, permissions));
  if (exceeding)
    throw invalidField(exceeding === '比你大的数据范围' ? 'dataScope' : 'menuIds', `不能授予${exceeding}`, 'grant');
}

async function setLinks(tx: Db, id: string, permissions: RolePermissions): Promise<void> {
  const menus = permissions.menuIds;
  // Only the custom scope uses departments; hidden ones would reappear later.
  const departments = permissions.dataScope === 'custom' ? permissions.departmentIds : [];
  await sql`delete from role_menu where role_id = ${id} and menu_id <> all(${menus}::bigint[])`.execute(tx);
  await sql`insert into role_menu (role_id, menu_id) select ${id}, unnest(${menus}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from role_department where role_id = ${id} and department_id <> all(${departments}::bigint[])`.execute(
    tx,
  );
  await sql`insert into role_department (role_id, department_id) select ${id}, unnest(${departments}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}

/** Returns the permissions of the role after saving. */
async function permissionsAfter(
  { tx }: CommandContext,
  input: ResourceInput<Fields>,
  previous: Row | null,
): Promise<RolePermissions> {
  const now = previous
    ? await storedPermissions(tx, previous)
    : { dataScope: 'self' as const, departmentIds: [], menuIds: [] };
  const { dataScope = now.dataScope, departmentIds = now.departmentIds, menuIds = now.menuIds } = input;
  return { all: false, dataScope, departmentIds, menuIds };
}

/** Refuses a grant beyond the viewer's permissions, for the role and for its holders. */
async function validateGrant(ctx: CommandContext, viewer: Viewer, input: ResourceInput<Fields>, previous: Row | null) {
  const permissions = await permissionsAfter(ctx, input, previous);
  await validatePermissions(ctx.tx, viewer, permissions);
  const exceeding = previous && (await holdersExceeding(ctx.tx, viewer, previous.id, permissions));
  if (exceeding) throw invalidField('dataScope', `不能授予${exceeding}`, 'grant');
  return { values: { dataScope: permissions.dataScope } };
}

/** Stored roles; a change takes effect at once for every holder. */
export const roles = crud(role, {
  computedColumns: columns,
  defaultOrder: sql`role.sort, role.id`,
  afterRead: withExceeding,
  joinTables: () => [
    { table: 'role_menu', column: 'menu_id', of: 'menu', field: 'menuIds' },
    { table: 'role_department', column: 'department_id', of: 'department', field: 'departmentIds' },
  ],
  updateAccess: admit,
  beforeChange: validateGrant,
  invalidates: 'permission',
  async afterChange(ctx, _viewer, id, input, previous) {
    await setLinks(ctx.tx, id, await permissionsAfter(ctx, input, previous));
  },
  async beforeDelete({ tx }, _viewer, row) {
    const userRole = await tx.row(sql<{ n: number }>`
      select count(*)::int as n from user_role ur join "user" u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = ${row.id}`);
    const count = userRole?.n ?? 0;
    if (count > 0) throw new Problem(409, `角色「${row.name}」还有 ${count} 个用户，不能删除`, { count });
  },
});

/** Returns every role in order, with the reason when the viewer may not grant it. */
export async function getRoleOption(viewer: Viewer): Promise<OutputOf<Api['getRoleOption']>> {
  const { rows } = await roles.list(viewer, { limit: 500 });
  return rows.map(({ id, name, status, beyond }) => ({ id, name, status, beyond }));
}

/** Copies a role under another name; a copy of the administrator's role lists every menu. */
export async function copyRole(viewer: Viewer, input: InputOf<Api['copyRole']>): Promise<OutputOf<Api['copyRole']>> {
  return command(viewer, async ({ tx, invalidate: touch }) => {
    const { row, permissions } = await lockRole(tx, viewer, input.id);
    const exceeding = await roleExceeding(tx, viewer, await permissionsOfRole(tx, viewer, permissions));
    if (exceeding) throw new Problem(403, `不能复制角色「${row.name}」：该角色有${exceeding}`);
    const all = await tx.rows(
      sql<{
        id: string;
      }>`select id::text from menu where deleted_at is null and ${permissions.all}`,
    );
    const { dataScope, sort, remark } = row;
    const id = await roles.insert(tx, viewer, { name: input.name, key: input.key, dataScope, sort, remark });
    await setLinks(tx, id, { ...permissions, menuIds: [...permissions.menuIds, ...all.map((menu) => menu.id)] });
    touch('permission');
    return { id };
  });
}

/** Enables or disables a role; a disabled role gives its holders nothing, at once. */
export async function updateRoleStatus(
  viewer: Viewer,
  { id, status }: InputOf<Api['updateRoleStatus']>,
): Promise<OutputOf<Api['updateRoleStatus']>> {
  return command(viewer, async ({ tx, invalidate: touch }) => {
    await lockAdministrators(tx);
    const row = await roles.lockForChange(tx, viewer, id);
    if (row.status === status) return { id, version: row.version };
    const version = await roles.write(tx, id, { status });
    await requireAdministratorLeft(tx);
    touch('permission');
    return { id, version };
  });
}
