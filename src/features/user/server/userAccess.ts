import { sql } from 'kysely';
import { projectsAfter, usableProjects } from '#features/project/server/service.ts';
import type { user } from '#features/user/contract.ts';
import { exceedingGrant, grantableBy, grantsOfRoles } from '#server/auth/permission.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { ResourceInput } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { type ManagedUser, placeOf } from './manage.ts';

/** Departments, roles and projects of an account. */
export interface UserAccess {
  departmentId: string;
  extraDepartmentIds: readonly string[];
  roleIds: readonly string[];
  projectIds: readonly string[] | null;
}

/**
 * Throws 400 naming the field: a department or project out of scope, a disabled department, an unknown role, or a grant
 * beyond the viewer's. Departments and projects that the user already has (`former`) are not checked.
 */
export async function validateAccess(
  tx: Db,
  viewer: Viewer,
  access: UserAccess,
  former: readonly string[] = [],
): Promise<void> {
  const { departmentId, extraDepartmentIds, roleIds, projectIds } = access;
  const newDepartmentIds = extraDepartmentIds.filter((id) => !former.includes(id));
  const projects = projectIds?.filter((id) => !former.includes(id)) ?? [];
  const { departments } = viewer.scope;
  const row = await tx.row(sql<{ department: string | null; extras: number; roles: number; projects: number }>`
    select (select status from department where id = ${departmentId} and deleted_at is null) as department,
      (select count(*)::int from department where id = any(${newDepartmentIds}) and deleted_at is null) as extras,
      (select count(*)::int from role where id = any(${roleIds}) and deleted_at is null) as roles,
      (select count(*)::int from project where id = any(${projects}) and deleted_at is null) as projects`);
  const usable = await usableProjects(viewer);
  if (!row?.department || (departments && !departments.includes(departmentId)))
    throw invalidField('departmentId', '部门不存在或不在你的范围');
  if (row.department !== 'enabled' && !former.includes(departmentId)) throw invalidField('departmentId', '部门已停用');
  if (extraDepartmentIds.includes(departmentId)) throw invalidField('extraDepartmentIds', '兼任部门不能是所在部门');
  const inside = departments === null || newDepartmentIds.every((id) => departments.includes(id));
  if (row.extras !== new Set(newDepartmentIds).size || !inside)
    throw invalidField('extraDepartmentIds', '兼任部门不存在或不在你的范围');
  if (row.roles !== new Set(roleIds).size) throw invalidField('roleIds', '角色不存在');
  const foreign = projects.some((id) => usable && !usable.includes(id));
  if (foreign || row.projects !== new Set(projects).size) throw invalidField('projectIds', '项目不存在或不在你的范围');
  await validateGrants(tx, viewer, access);
}

/** Throws 400 when the roles would grant more than the viewer has. */
async function validateGrants(tx: Db, viewer: Viewer, access: UserAccess): Promise<void> {
  const exceeding = exceedingGrant(
    await grantableBy(tx, viewer),
    await grantsOfRoles(tx, access.roleIds, placeOf(access), true),
  );
  if (exceeding === '你以外的项目') throw invalidField('projectIds', '项目不存在或不在你的范围');
  if (exceeding) throw invalidField('roleIds', `不能授予${exceeding}`, 'grant');
}

/** Returns the access of the account after saving; departments and projects that the viewer cannot see stay. */
export async function accessAfter(
  viewer: Viewer,
  input: ResourceInput<typeof user.fields>,
  now: ManagedUser | null,
): Promise<UserAccess> {
  const { extraDepartmentIds: requestedExtras, projectIds } = input;
  const { userId, scope } = viewer;
  if (!now) {
    const { departmentId = '', roleIds = [] } = input;
    // A viewer limited to projects grants no others.
    const handed = projectIds ?? (scope.projects ? [...scope.projects] : null);
    return { departmentId, extraDepartmentIds: requestedExtras ?? [], roleIds, projectIds: handed };
  }
  const unseen = now.extraDepartmentIds.filter((id) => !(scope.departments?.includes(id) ?? true));
  const extras = requestedExtras && [...new Set([...requestedExtras, ...(now.id === userId ? [] : unseen)])];
  return {
    departmentId: input.departmentId ?? now.departmentId,
    extraDepartmentIds: extras ?? now.extraDepartmentIds,
    roleIds: input.roleIds ?? now.roleIds,
    projectIds:
      projectIds === undefined
        ? now.projectIds
        : projectsAfter(await usableProjects(viewer), now.projectIds, projectIds),
  };
}

/** Returns the departments and projects that the user already has. */
export function formerOf({ departmentId, extraDepartmentIds, projectIds }: ManagedUser): string[] {
  return [departmentId, ...extraDepartmentIds, ...(projectIds ?? [])];
}

/** Returns whether an edit changes departments, roles or projects. */
export function accessChanges(previous: UserAccess, after: UserAccess): boolean {
  const text = ({ departmentId, extraDepartmentIds, roleIds, projectIds }: UserAccess) =>
    JSON.stringify([
      departmentId,
      [...extraDepartmentIds].sort(),
      [...roleIds].sort(),
      projectIds && [...projectIds].sort(),
    ]);
  return text(previous) !== text(after);
}

/** Replaces the extra departments and the roles. */
export async function writeAccess(tx: Db, userId: string, { extraDepartmentIds, roleIds }: UserAccess): Promise<void> {
  await sql`delete from user_extra_department where user_id = ${userId} and department_id <> all(${extraDepartmentIds})`.execute(
    tx,
  );
  await sql`insert into user_extra_department (user_id, department_id) select ${userId}, unnest(${extraDepartmentIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from user_role where user_id = ${userId} and role_id <> all(${roleIds})`.execute(tx);
  await sql`insert into user_role (user_id, role_id) select ${userId}, unnest(${roleIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}
