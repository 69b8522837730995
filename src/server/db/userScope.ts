import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from './db.ts';
import { any, bigints } from './values.ts';

/**
 * Returns the condition that the viewer can view the user (`"user"` as `as`). A viewer limited to projects sees users
 * with all projects within the scope's departments, or, without a department limit, in the own department.
 */
export function visibleUsers({ userId, scope }: Pick<Viewer, 'userId' | 'scope'>, as = 'u'): RawBuilder<SqlBool> {
  const u = sql.id(as);
  const place =
    scope.kind === 'self'
      ? sql`${u}.id = ${userId}`
      : scope.departments
        ? sql`${u}.department_id = any(${bigints(scope.departments)})`
        : sql`true`;
  const projects = scope.projects
    ? sql`(${u}.project_ids && ${bigints(scope.projects)} or ${u}.id = ${userId} or (${u}.project_ids is null and (${scope.departments !== null}
        or ${u}.department_id = (select me.department_id from "user" me where me.id = ${userId}))))`
    : sql`true`;
  return sql<SqlBool>`(${u}.deleted_at is null and ${place} and ${projects})`;
}

type Seer = Pick<Viewer, 'userId' | 'departmentId' | 'scope'>;

/** Applies the rule of `visibleUsers` to a loaded user. */
function canViewUser(
  { departmentId, scope }: Seer,
  user: { departmentId: string; projectIds: readonly string[] | null },
): boolean {
  const { kind, departments, projects } = scope;
  if (kind === 'self' || departments?.includes(user.departmentId) === false) return false;
  if (projects === null) return true;
  if (user.projectIds === null) return departments !== null || user.departmentId === departmentId;
  return user.projectIds.some((project) => projects.includes(project));
}

/**
 * Returns, per user id, who can view that user, for live events. Users always see themselves; only they see their
 * deleted account.
 */
export async function userVisibility(
  tx: Db,
  ids: readonly string[],
): Promise<(id: string) => (viewer: Seer) => boolean> {
  const users = await tx
    .selectFrom('user')
    .select(['id', 'departmentId', 'projectIds'])
    .where('id', '=', any([...ids]))
    .where('deletedAt', 'is', null)
    .execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  return (id) => {
    const user = byId.get(id);
    return (viewer) => viewer.userId === id || (user !== undefined && canViewUser(viewer, user));
  };
}

/** Returns ids of the further departments of a user, besides the main one. */
export function departmentsOf(userId: Expression<unknown>): RawBuilder<string[]> {
  return sql<
    string[]
  >`array(select e.department_id::text from user_extra_department e where e.user_id = ${userId} order by 1)`;
}
