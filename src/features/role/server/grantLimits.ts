import { holdersOf } from '#server/auth/holders.ts';
import { exceedingGrant, grantableBy, permissionsOfMenus, scopeOf } from '#server/auth/permission.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { DataScope } from '#shared/codes.ts';

/** Scope and menus of a role. */
export interface RolePermissions {
  /** True for the administrator's role, which has every menu without listing them. */
  all: boolean;
  dataScope: DataScope;
  departmentIds: readonly string[];
  menuIds: readonly string[];
}

/** Returns the permissions of a role and its scope as far as it does not depend on the holder. */
export async function permissionsOfRole(tx: Db, viewer: Viewer, role: RolePermissions) {
  const permissions = await permissionsOfMenus(tx, role.menuIds);
  const fixed = role.dataScope === 'all' || role.dataScope === 'custom';
  const rules = fixed ? [{ dataScope: role.dataScope, departments: role.departmentIds }] : [];
  return {
    permissions: permissions.permissions,
    endpoints: role.all ? null : permissions.endpoints,
    scope: { ...(await scopeOf(tx, rules, [viewer.departmentId])), projects: viewer.scope.projects },
  };
}

/** Returns why the viewer may neither grant nor change such a role, null when they may. */
export async function roleExceeding(
  tx: Db,
  viewer: Viewer,
  permissions: Awaited<ReturnType<typeof permissionsOfRole>>,
): Promise<string | null> {
  return exceedingGrant(await grantableBy(tx, viewer), permissions);
}

/**
 * Like `roleExceeding` for a role with holders: a change affects all of them, so each must lie in the viewer's scope,
 * with the scope that the role gives them.
 */
export async function holdersExceeding(
  tx: Db,
  viewer: Viewer,
  roleId: string,
  role: RolePermissions,
): Promise<string | null> {
  const plain = await roleExceeding(tx, viewer, await permissionsOfRole(tx, viewer, role));
  const { departments, projects } = viewer.scope;
  if (plain || (departments === null && projects === null)) return plain;
  for (const holder of await holdersOf(tx, [roleId])) {
    if (departments !== null && !holder.departments.every((id) => departments.includes(id))) return '不在你范围的用户';
    const scope = await scopeOf(
      tx,
      [{ dataScope: role.dataScope, departments: role.departmentIds }],
      holder.departments,
    );
    const exceeding = exceedingGrant(viewer, { scope: { ...scope, projects: holder.projects }, endpoints: new Set() });
    if (exceeding) return exceeding;
  }
  return null;
}
