import { type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#server/core/viewer.ts';

function array(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`;
}

/** `visibleUsers` of `server/db/people.ts` for statements of Drizzle. */
export function visibleUsers({ userId, scope }: Pick<Viewer, 'userId' | 'scope'>): SQL {
  const place =
    scope.kind === 'self'
      ? sql`u.id = ${userId}`
      : scope.departments
        ? sql`u.department_id = any(${array(scope.departments)})`
        : sql`true`;
  const projects = scope.projects
    ? sql`(u.project_ids && ${array(scope.projects)} or u.id = ${userId} or (u.project_ids is null and (${scope.departments !== null}
        or u.department_id = (select me.department_id from "user" me where me.id = ${userId}))))`
    : sql`true`;
  return sql`(u.deleted_at is null and ${place} and ${projects})`;
}
