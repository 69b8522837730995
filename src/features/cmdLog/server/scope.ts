import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';

/**
 * Returns the condition for visible commands: of users in the viewer's departments whose projects are all the viewer's;
 * with scope `self` the viewer's own. The alias of the log is `l`.
 */
export function logScope(viewer: Viewer): RawBuilder<unknown> {
  const { departments, projects, kind } = viewer.scope;
  if (kind === 'self') return sql`l.user_id = ${viewer.userId}`;
  const inDepartments = departments ? sql`l.department_id = any(${`{${departments.join(',')}}`}::bigint[])` : sql`true`;
  const inProjects = projects
    ? sql`l.user_id in (select id from "user" where project_ids <@ ${`{${projects.join(',')}}`}::bigint[])`
    : sql`true`;
  return sql`(${inDepartments} and ${inProjects})`;
}

/** Returns the condition for logs without a department column: through the user. The alias of the log is `l`. */
export function userLogScope(viewer: Viewer): RawBuilder<unknown> {
  const { departments, projects, kind } = viewer.scope;
  if (kind === 'self') return sql`l.user_id = ${viewer.userId}`;
  if (!departments && !projects) return sql`true`;
  return sql`l.user_id in (select id from "user" where
    (${departments === null} or department_id = any(${`{${(departments ?? []).join(',')}}`}::bigint[]))
    and (${projects === null} or project_ids <@ ${`{${(projects ?? []).join(',')}}`}::bigint[]))`;
}
