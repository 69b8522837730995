import { sql } from 'kysely';
import { placeOf } from '#features/user/server/service.ts';
import { exceedingGrant, grantableBy, grantsOfRoles } from '#server/auth/permission.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { departmentsOf, visibleUsers } from '#server/db/userScope.ts';

export interface Unused {
  id: string;
  account: string;
  name: string;
}

interface Row extends Unused {
  departmentId: string;
  extraDepartmentIds: string[];
  projectIds: string[] | null;
  roleIds: string[];
}

/**
 * Returns those of the accounts that are enabled and never logged in, in the viewer's scope and without more
 * permissions than the viewer's. Sorted by account; each combination of ownership and roles is checked once.
 */
export async function unusedAccounts(viewer: Viewer, ids: readonly string[]): Promise<Unused[]> {
  const rows = await db.rows(sql<Row>`
    select u.id::text, u.account, u.name, u.department_id::text as "departmentId", ${departmentsOf(sql`u.id`)} as "extraDepartmentIds",
      u.project_ids::text[] as "projectIds", array(select r.role_id::text from user_role r where r.user_id = u.id order by 1) as "roleIds"
    from "user" u where u.id = any(${ids}::bigint[]) and ${visibleUsers(viewer)} and u.id <> ${viewer.userId}
      and u.status = 'enabled' and u.last_login_at is null and (u.expires_at is null or u.expires_at > now())
    order by u.account, u.id`);
  const grantable = await grantableBy(db, viewer);
  const exceedsByKey = new Map<string, boolean>();
  const manageable: Unused[] = [];
  for (const { id, account, name, roleIds, ...where } of rows) {
    const access = placeOf(where);
    const key = JSON.stringify([access, roleIds]);
    const exceeds =
      exceedsByKey.get(key) ?? exceedingGrant(grantable, await grantsOfRoles(db, roleIds, access, true)) !== null;
    exceedsByKey.set(key, exceeds);
    if (!exceeds) manageable.push({ id, account, name });
  }
  return manageable;
}
