import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { bigints } from './values.ts';

/**
 * The condition on `"user"`, which goes by the name `as`, that the viewer may see the account. To somebody with projects of their own, people who have
 * all projects are colleagues within the departments of the scope, or, where that is all of them, in their own department.
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

/** Ids of the departments that somebody also works in, beside their own. */
export function departmentsOf(userId: Expression<unknown>): RawBuilder<string[]> {
  return sql<
    string[]
  >`array(select e.department_id::text from user_extra_department e where e.user_id = ${userId} order by 1)`;
}
