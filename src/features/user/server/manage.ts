import { sql } from 'kysely';
import { beyond, grantsOfRoles, heldBy } from '#server/auth/permission.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { departmentsOf, visibleUsers } from '#server/db/people.ts';

/** An account as the rules of managing it need it. */
export interface ManagedUser {
  id: string;
  account: string;
  name: string;
  mobile: string | null;
  email: string | null;
  departmentId: string;
  /** Further departments that the person works in. */
  extraDepartmentIds: string[];
  projectIds: string[] | null;
  roleIds: string[];
  status: 'enabled' | 'disabled';
  avatarFileId: string | null;
  expiresAt: string | null;
  version: number;
  updatedAt: string;
  updatedBy: string | null;
}

/** Where an account stands, as its grants depend on it. */
export function placeOf(row: {
  departmentId: string;
  extraDepartmentIds: readonly string[];
  projectIds: readonly string[] | null;
}): { departmentIds: string[]; projectIds: readonly string[] | null } {
  return { departmentIds: [row.departmentId, ...row.extraDepartmentIds], projectIds: row.projectIds };
}

/**
 * The account, locked for a change. 404 outside the scope; 403 when the person has more rights or a wider scope than the
 * viewer, who could otherwise take that account over by a new password.
 */
export async function managedUser(tx: Db, viewer: Viewer, id: string): Promise<ManagedUser> {
  const found = await sql<ManagedUser>`
    select u.id::text, u.account, u.name, u.mobile, u.email, u.department_id::text as "departmentId", ${departmentsOf(sql`u.id`)} as "extraDepartmentIds", u.project_ids::text[] as "projectIds", u.status,
      u.avatar_file_id::text as "avatarFileId", u.expires_at as "expiresAt", u.version, u.updated_at as "updatedAt", u.updated_by::text as "updatedBy",
      array(select r.role_id::text from user_role r where r.user_id = u.id order by 1) as "roleIds"
    from "user" u where u.id = ${id} and ${visibleUsers(viewer)} for update of u`.execute(tx);
  const [row] = found.rows;
  if (!row) throw notFound('用户');
  if (row.id !== viewer.userId) {
    const more = beyond(await heldBy(tx, viewer), await grantsOfRoles(tx, row.roleIds, placeOf(row), true));
    if (more) throw new Problem(403, `不能管理 ${row.name}：该用户有${more}`);
  }
  return row;
}

/** Lets changes that could take the last administrator away run one after the other. */
export async function lockAdministrators(tx: Db): Promise<void> {
  await sql`select 1 from role where key = 'admin' and deleted_at is null for update`.execute(tx);
}

/** Called after such a change: 400 when nobody would be left who can log in as administrator for good. */
export async function keepAdministrator(tx: Db): Promise<void> {
  const found = await sql`
    select 1 from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.key = 'admin' and r.deleted_at is null and r.status = 'enabled'
    where u.deleted_at is null and u.status = 'enabled' and u.expires_at is null and u.project_ids is null limit 1`.execute(
    tx,
  );
  if (found.rows.length === 0) throw new Problem(400, '这是最后一个可用的超级管理员，不能停用、删除、限期或改变角色');
}
