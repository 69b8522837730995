import { sql } from 'kysely';
import type { user } from '#features/user/contract.ts';
import { exceedingGrant, grantableBy, grantsOfRoles } from '#server/auth/permission.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { departmentsOf } from '#server/db/userScope.ts';

export type UserRow = Stored<typeof user.fields, 'user'>;

/** An account with all that its permissions depend on. */
export type ManagedUser = UserRow & {
  /** Extra departments of the user. */
  extraDepartmentIds: string[];
  roleIds: string[];
};

/** Returns the ownership of an account, for its grants. */
export function placeOf(row: {
  departmentId: string;
  extraDepartmentIds: readonly string[];
  projectIds: readonly string[] | null;
}): { departmentIds: string[]; projectIds: readonly string[] | null } {
  return { departmentIds: [row.departmentId, ...row.extraDepartmentIds], projectIds: row.projectIds };
}

/** Adds the extra departments and roles to the account. */
export async function withAccess(tx: Db, row: UserRow): Promise<ManagedUser> {
  const userRole = await tx.row(sql<Pick<ManagedUser, 'extraDepartmentIds' | 'roleIds'>>`
    select ${departmentsOf(sql`${row.id}::bigint`)} as "extraDepartmentIds",
      array(select r.role_id::text from user_role r where r.user_id = ${row.id} order by 1) as "roleIds"`);
  return { ...row, ...(userRole ?? { extraDepartmentIds: [], roleIds: [] }) };
}

/**
 * Throws 403 when the user has more permissions or a wider scope: a new password would let the viewer take that account
 * over.
 */
export async function admit(tx: Db, viewer: Viewer, row: UserRow): Promise<void> {
  if (row.id === viewer.userId) return;
  const placed = await withAccess(tx, row);
  const exceeding = exceedingGrant(
    await grantableBy(tx, viewer),
    await grantsOfRoles(tx, placed.roleIds, placeOf(placed), true),
  );
  if (exceeding) throw new Problem(403, `不能管理 ${row.name}：该用户有${exceeding}`);
}

/** Locks the administrator role: serializes changes that could remove the last administrator. */
export async function lockAdministrators(tx: Db): Promise<void> {
  await sql`select 1 from role where key = 'admin' and deleted_at is null for update`.execute(tx);
}

/** Throws 400 after such a change when no enabled administrator without an expiry date is left. */
export async function requireAdministratorLeft(tx: Db): Promise<void> {
  const rows = await tx.rows(sql`
    select 1 from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.key = 'admin' and r.deleted_at is null and r.status = 'enabled'
    where u.deleted_at is null and u.status = 'enabled' and u.expires_at is null and u.project_ids is null limit 1`);
  if (rows.length === 0) throw new Problem(400, '这是最后一个可用的超级管理员，不能停用、删除、限期或改变角色');
}
