import { sql } from 'kysely';
import { role, type roleApi } from '#features/role/contract.ts';
import { keepAdministrator, lockAdministrators } from '#features/user/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type RoleRights, reachBeyond, rightsOfRole, roleBeyond } from './grantLimits.ts';
import { columns, withBeyond } from './list.ts';

type Api = typeof roleApi;
type Fields = typeof role.fields;
type Row = Stored<Fields>;

/** What a role gives, as it is kept now. */
async function rightsNow(tx: Db, { id, key, dataScope }: Pick<Row, 'id' | 'key' | 'dataScope'>): Promise<RoleRights> {
  const { rows } = await sql<{ menus: string[]; departments: string[] }>`
    select array(select menu_id::text from role_menu where role_id = ${id}) as menus,
      array(select department_id::text from role_department where role_id = ${id}) as departments`.execute(tx);
  const { menus = [], departments = [] } = rows[0] ?? {};
  return { all: key === 'admin', dataScope, departmentIds: departments, menuIds: menus };
}

/** A role with what it gives, locked for a change. */
export async function lockedRole(tx: Db, viewer: Viewer, id: string): Promise<{ row: Row; permissions: RoleRights }> {
  const row = await roles.lock(tx, viewer, id);
  return { row, permissions: await rightsNow(tx, row) };
}

/** Refuses a role that the viewer may not change: the built-in one, or one with more than they have in it or in whoever has it. */
async function admit(tx: Db, viewer: Viewer, row: Row): Promise<void> {
  if (row.builtIn) throw new Problem(400, '内置的超级管理员角色只能查看');
  const why = await reachBeyond(tx, viewer, row.id, await rightsNow(tx, row));
  if (why) throw new Problem(403, `不能管理角色「${row.name}」：该角色有${why}`);
}

/** 400 naming the field: menus and departments that are not there or out of scope, or more than one has oneself. */
async function checkRights(tx: Db, viewer: Viewer, rights: RoleRights): Promise<void> {
  const { rows } = await sql<{ menus: number; departments: number }>`
    select (select count(*)::int from menu where id = any(${rights.menuIds}::bigint[]) and deleted_at is null) as menus,
      (select count(*)::int from department where id = any(${rights.departmentIds}::bigint[]) and deleted_at is null) as departments`.execute(
    tx,
  );
  if (rows[0]?.menus !== rights.menuIds.length) throw invalidField('menuIds', '菜单不存在');
  const seen = viewer.scope.departments;
  const outside = seen !== null && rights.departmentIds.some((id) => !seen.includes(id));
  if (rows[0]?.departments !== rights.departmentIds.length || outside)
    throw invalidField('departmentIds', '部门不存在或不在你的范围');
  if (rights.dataScope === 'custom' && rights.departmentIds.length === 0)
    throw invalidField('departmentIds', '请选择部门');
  const why = await roleBeyond(tx, viewer, await rightsOfRole(tx, viewer, rights));
  if (why) throw invalidField(why === '比你大的数据范围' ? 'dataScope' : 'menuIds', `不能授予${why}`, 'grant');
}

async function setLinks(tx: Db, id: string, rights: RoleRights): Promise<void> {
  const menus = rights.menuIds;
  // Departments mean nothing for the other scopes and would come back unseen.
  const departments = rights.dataScope === 'custom' ? rights.departmentIds : [];
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

/** What the role gives once the input is saved. */
async function rightsThen(
  { tx }: CommandContext,
  input: ResourceInput<Fields>,
  before: Row | null,
): Promise<RoleRights> {
  const now = before ? await rightsNow(tx, before) : { dataScope: 'self' as const, departmentIds: [], menuIds: [] };
  const { dataScope = now.dataScope, departmentIds = now.departmentIds, menuIds = now.menuIds } = input;
  return { all: false, dataScope, departmentIds, menuIds };
}

/** Nobody gives more than they have, nor to people who have the role by it. */
async function judge(ctx: CommandContext, viewer: Viewer, input: ResourceInput<Fields>, before: Row | null) {
  const rights = await rightsThen(ctx, input, before);
  await checkRights(ctx.tx, viewer, rights);
  const why = before && (await reachBeyond(ctx.tx, viewer, before.id, rights));
  if (why) throw invalidField('dataScope', `不能授予${why}`, 'grant');
  return { values: { dataScope: rights.dataScope } };
}

/** Roles as they are kept; what one gives holds at once for everybody who has it. */
export const roles = crud(role, {
  computedColumns: columns,
  defaultOrder: sql`role.sort, role.id`,
  afterRead: withBeyond,
  joinTables: () => [
    { table: 'role_menu', column: 'menu_id', of: 'menu', field: 'menuIds' },
    { table: 'role_department', column: 'department_id', of: 'department', field: 'departmentIds' },
  ],
  updateAccess: admit,
  beforeChange: judge,
  invalidates: 'permission',
  async afterChange(ctx, _viewer, id, input, before) {
    await setLinks(ctx.tx, id, await rightsThen(ctx, input, before));
  },
  async beforeDelete({ tx }, _viewer, row) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from user_role ur join "user" u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = ${row.id}`.execute(
      tx,
    );
    const count = rows[0]?.n ?? 0;
    if (count > 0) throw new Problem(409, `角色「${row.name}」还有 ${count} 个用户，不能删除`, { count });
  },
});

/** Every role in its order, with the reason when the viewer may not give it. */
export async function getRoleOption(viewer: Viewer): Promise<OutputOf<Api['getRoleOption']>> {
  const { rows } = await roles.list(viewer, { limit: 500 });
  return rows.map(({ id, name, status, beyond }) => ({ id, name, status, beyond }));
}

/** The same rights under another name; whoever copies the administrator's role gets every menu by name. */
export async function copyRole(viewer: Viewer, input: InputOf<Api['copyRole']>): Promise<OutputOf<Api['copyRole']>> {
  return command(viewer, async ({ tx, invalidate: touch }) => {
    const { row, permissions: rights } = await lockedRole(tx, viewer, input.id);
    const why = await roleBeyond(tx, viewer, await rightsOfRole(tx, viewer, rights));
    if (why) throw new Problem(403, `不能复制角色「${row.name}」：该角色有${why}`);
    const all = await sql<{ id: string }>`select id::text from menu where deleted_at is null and ${rights.all}`.execute(
      tx,
    );
    const { dataScope, sort, remark } = row;
    const id = await roles.insert(tx, viewer, { name: input.name, key: input.key, dataScope, sort, remark });
    await setLinks(tx, id, { ...rights, menuIds: [...rights.menuIds, ...all.rows.map((menu) => menu.id)] });
    touch('permission');
    return { id };
  });
}

/** A disabled role gives nothing to those who have it, at once. */
export async function updateRoleStatus(
  viewer: Viewer,
  { id, status }: InputOf<Api['updateRoleStatus']>,
): Promise<OutputOf<Api['updateRoleStatus']>> {
  return command(viewer, async ({ tx, invalidate: touch }) => {
    await lockAdministrators(tx);
    const row = await roles.lockForChange(tx, viewer, id);
    if (row.status === status) return { id, version: row.version };
    const version = await roles.write(tx, id, { status });
    await keepAdministrator(tx);
    touch('permission');
    return { id, version };
  });
}
