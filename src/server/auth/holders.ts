import { sql } from 'kysely';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { departmentsOf } from '#server/db/userScope.ts';
import { bigints } from '#server/db/values.ts';
import { exceedingGrant } from './permission.ts';

/** Departments and projects of users with a role, further departments included; projects null: all. */
export interface Holder {
  departments: string[];
  projects: string[] | null;
}

/** Returns the departments and projects of the users with one of these roles, each combination once. */
export async function holdersOf(tx: Db, roleIds: readonly string[]): Promise<Holder[]> {
  return tx.rows(sql<Holder>`
    select distinct u.department_id::text || ${departmentsOf(sql`u.id`)} as departments, u.project_ids::text[] as projects
    from user_role ur join "user" u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = any(${bigints(roleIds)})`);
}

/** Returns whether all departments and projects of these holders are in the viewer's scope. */
export function reachesAll(viewer: Viewer, holders: readonly Holder[]): boolean {
  return holders.every(
    (holder) => exceedingGrant(viewer, { scope: { kind: 'custom', ...holder }, endpoints: new Set() }) === null,
  );
}

/**
 * Returns whether the viewer's scope covers every department and project: required to change platform-wide settings. A
 * project list is a limit even if it has all current projects.
 */
export async function isPlatformWide(tx: Db, { scope: { kind, departments, projects } }: Viewer): Promise<boolean> {
  if (kind === 'self' || projects !== null) return false;
  if (departments === null) return true;
  const rows = await tx.rows(sql`
    select 1 from department where deleted_at is null and id <> all(${bigints(departments)}) limit 1`);
  return rows.length === 0;
}

/**
 * Throws 403 unless the viewer's scope is platform-wide.
 * @param what subject of the message
 */
export async function requirePlatformWide(tx: Db, viewer: Viewer, what: string): Promise<void> {
  if (!(await isPlatformWide(tx, viewer)))
    throw new Problem(403, `${what}全平台共用，由数据范围不限部门和项目的人修改`);
}
