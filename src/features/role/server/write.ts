import { eq, sql } from 'drizzle-orm';
import type { roleApi } from '#features/role/contract.ts';
import { keepAdministrator, lockAdministrators } from '#features/user/server/service.ts';
import { command } from '#server/command.ts';
import type { Db } from '#server/db.ts';
import { invalidField, notFound, Problem } from '#server/problem.ts';
import { sqlState } from '#server/retry.ts';
import { type Link, staleWithLinks } from '#server/stale.ts';
import type { Viewer } from '#server/viewer.ts';
import type { DataScope } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type RoleRights, reachBeyond, rightsOfRole, roleBeyond } from './grant.ts';
import { role } from './schema.ts';

type Api = typeof roleApi;

const links: readonly Link[] = [
  { table: 'role_menu', column: 'menu_id', of: 'menu', field: 'menuIds' },
  { table: 'role_department', column: 'department_id', of: 'department', field: 'departmentIds' },
];

type Row = typeof role.$inferSelect;

/** A role with what it gives, locked for a change. */
export async function lockedRole(tx: Db, id: string): Promise<{ row: Row; rights: RoleRights }> {
  const [row] = await tx.select().from(role).where(eq(role.id, id)).for('update');
  if (!row || row.deletedAt) throw notFound('角色');
  const found = await tx.execute<{ menus: string[]; departments: string[] }>(sql`
    select array(select menu_id::text from role_menu where role_id = ${id}) as menus,
      array(select department_id::text from role_department where role_id = ${id}) as departments`);
  const { menus = [], departments = [] } = found.rows[0] ?? {};
  return {
    row,
    rights: { all: row.key === 'admin', dataScope: row.dataScope, departmentIds: departments, menuIds: menus },
  };
}

/** A role that the viewer may change: not the built-in one, and nothing in it, nor anybody who has it, beyond the viewer. */
async function ownedRole(tx: Db, viewer: Viewer, id: string): Promise<{ row: Row; rights: RoleRights }> {
  const found = await lockedRole(tx, id);
  if (found.row.builtIn) throw new Problem(400, '内置的超级管理员角色只能查看');
  const why = await reachBeyond(tx, viewer, id, found.rights);
  if (why) throw new Problem(403, `不能管理角色「${found.row.name}」：该角色有${why}`);
  return found;
}

/** 400 naming the field: menus and departments that are not there or out of scope, or more than one has oneself. */
async function checkRights(tx: Db, viewer: Viewer, rights: RoleRights): Promise<void> {
  const list = (ids: readonly string[]) => `{${ids.join(',')}}`;
  const found = await tx.execute<{ menus: number; departments: number }>(sql`
    select (select count(*)::int from menu where id = any(${list(rights.menuIds)}::bigint[]) and deleted_at is null) as menus,
      (select count(*)::int from department where id = any(${list(rights.departmentIds)}::bigint[]) and deleted_at is null) as departments`);
  if (found.rows[0]?.menus !== rights.menuIds.length) throw invalidField('menuIds', '菜单不存在');
  const seen = viewer.scope.departments;
  const outside = seen !== null && rights.departmentIds.some((id) => !seen.includes(id));
  if (found.rows[0]?.departments !== rights.departmentIds.length || outside)
    throw invalidField('departmentIds', '部门不存在或不在你的范围');
  if (rights.dataScope === 'custom' && rights.departmentIds.length === 0)
    throw invalidField('departmentIds', '请选择部门');
  const why = await roleBeyond(tx, viewer, await rightsOfRole(tx, viewer, rights));
  if (why) throw invalidField(why === '比你大的数据范围' ? 'dataScope' : 'menuIds', `不能授予${why}`, 'grant');
}

async function setLinks(tx: Db, id: string, rights: RoleRights): Promise<void> {
  const menus = `{${rights.menuIds.join(',')}}`;
  // Departments mean nothing for the other scopes and would come back unseen.
  const departments = `{${(rights.dataScope === 'custom' ? rights.departmentIds : []).join(',')}}`;
  await tx.execute(sql`delete from role_menu where role_id = ${id} and menu_id <> all(${menus}::bigint[])`);
  await tx.execute(
    sql`insert into role_menu (role_id, menu_id) select ${id}, unnest(${menus}::bigint[]) on conflict do nothing`,
  );
  await tx.execute(
    sql`delete from role_department where role_id = ${id} and department_id <> all(${departments}::bigint[])`,
  );
  await tx.execute(
    sql`insert into role_department (role_id, department_id) select ${id}, unnest(${departments}::bigint[]) on conflict do nothing`,
  );
}

function told(error: unknown): never {
  throw sqlState(error) === '23505' ? invalidField('key', '标识已存在', 'unique') : error;
}

/** A new role, of nothing that the viewer does not have. */
export async function addRole(viewer: Viewer, input: InputOf<Api['addRole']>): Promise<OutputOf<Api['addRole']>> {
  const { menuIds = [], departmentIds = [], dataScope = 'self', ...fields } = input;
  const rights: RoleRights = { all: false, dataScope: dataScope as DataScope, departmentIds, menuIds };
  return command(viewer, async ({ tx, touch }) => {
    await checkRights(tx, viewer, rights);
    const by = { createdBy: viewer.userId, updatedBy: viewer.userId };
    const [row] = await tx
      .insert(role)
      .values({ ...fields, ...by, dataScope: rights.dataScope })
      .returning({ id: role.id });
    if (!row) throw new Error('the role was not written');
    await setLinks(tx, row.id, rights);
    touch('permission');
    return row;
  }).catch(told);
}

/** Changes what is given, at once for everybody who has the role. 409 when somebody changed it meanwhile. */
export async function editRole(viewer: Viewer, input: InputOf<Api['editRole']>): Promise<OutputOf<Api['editRole']>> {
  const { id, version, key, menuIds, departmentIds, dataScope, ...fields } = input;
  return command(viewer, async ({ tx, touch }) => {
    const { row, rights: before } = await ownedRole(tx, viewer, id);
    if (row.version !== version) throw await staleWithLinks(tx, 'role', id, version, row, links);
    if (key !== undefined && key !== row.key) throw invalidField('key', '标识创建后不可修改');
    const rights: RoleRights = {
      all: false,
      dataScope: (dataScope as DataScope | undefined) ?? before.dataScope,
      departmentIds: departmentIds ?? before.departmentIds,
      menuIds: menuIds ?? before.menuIds,
    };
    await checkRights(tx, viewer, rights);
    const why = await reachBeyond(tx, viewer, id, rights);
    if (why) throw invalidField('dataScope', `不能授予${why}`, 'grant');
    await setLinks(tx, id, rights);
    await tx
      .update(role)
      .set({
        ...fields,
        dataScope: rights.dataScope,
        version: version + 1,
        updatedAt: new Date().toISOString(),
        updatedBy: viewer.userId,
      })
      .where(eq(role.id, id));
    touch('permission');
    return { id, version: version + 1 };
  });
}

/** The same rights under another name; whoever copies the administrator's role gets every menu by name. */
export async function copyRole(viewer: Viewer, input: InputOf<Api['copyRole']>): Promise<OutputOf<Api['copyRole']>> {
  return command(viewer, async ({ tx, touch }) => {
    const { row, rights } = await lockedRole(tx, input.id);
    const why = await roleBeyond(tx, viewer, await rightsOfRole(tx, viewer, rights));
    if (why) throw new Problem(403, `不能复制角色「${row.name}」：该角色有${why}`);
    const all = await tx.execute<{ id: string }>(
      sql`select id::text from menu where deleted_at is null and ${rights.all}`,
    );
    const by = { createdBy: viewer.userId, updatedBy: viewer.userId };
    const [added] = await tx
      .insert(role)
      .values({ ...by, name: input.name, key: input.key, dataScope: row.dataScope, sort: row.sort, remark: row.remark })
      .returning({ id: role.id });
    if (!added) throw new Error('the role was not written');
    await setLinks(tx, added.id, { ...rights, menuIds: [...rights.menuIds, ...all.rows.map(({ id }) => id)] });
    touch('permission');
    return added;
  }).catch(told);
}

/** A disabled role gives nothing to those who have it, at once. */
export async function updateRoleStatus(
  viewer: Viewer,
  { id, status }: InputOf<Api['updateRoleStatus']>,
): Promise<OutputOf<Api['updateRoleStatus']>> {
  return command(viewer, async ({ tx, touch }) => {
    await lockAdministrators(tx);
    const { row } = await ownedRole(tx, viewer, id);
    if (row.status === status) return { id, version: row.version };
    await tx.execute(
      sql`update role set status = ${status}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = ${id}`,
    );
    await keepAdministrator(tx);
    touch('permission');
    return { id, version: row.version + 1 };
  });
}

/** All or nothing; 409 with the count while somebody has one of them. */
export async function deleteRole(viewer: Viewer, { ids }: InputOf<Api['deleteRole']>): Promise<null> {
  await command(viewer, async ({ tx, touch }) => {
    for (const id of ids.toSorted()) {
      const { row } = await ownedRole(tx, viewer, id);
      const found = await tx.execute<{ n: number }>(sql`
        select count(*)::int as n from user_role ur join "user" u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = ${id}`);
      const count = found.rows[0]?.n ?? 0;
      if (count > 0) throw new Problem(409, `角色「${row.name}」还有 ${count} 个用户，不能删除`, { count });
      await tx.execute(
        sql`update role set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = ${id}`,
      );
    }
    touch('permission');
  });
  return null;
}
