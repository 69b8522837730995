import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { and, bigints } from '#server/db/values.ts';

type Limit = 'departments' | 'projects';
type Condition = RawBuilder<SqlBool>;

/** Ids in the scope that is stored with a plan `p`; null: no limit. */
const stored = (limit: Limit) => sql`case when jsonb_typeof(p.scope -> ${limit}::text) = 'array'
  then array(select jsonb_array_elements_text(p.scope -> ${limit}::text)::bigint) end`;

const isOfOwnRecords = sql<SqlBool>`p.scope ->> 'kind' = 'self'`;

/** Applies a condition on the stored ids of a limit; a plan with the scope `self` belongs to its maker's department. */
function limitedBy({ scope }: Viewer, limit: Limit, holds: (ids: readonly string[]) => Condition) {
  const ids = scope[limit];
  if (ids === null) return undefined;
  if (limit === 'projects') return holds(ids);
  return sql<SqlBool>`case when ${isOfOwnRecords}
    then exists (select 1 from "user" u where u.id = p.created_by and u.department_id = any(${bigints(ids)}))
    else ${holds(ids)} end`;
}

/** Condition on `follow_up_plan p` that its stored scope overlaps the viewer's. */
export function planSeen(viewer: Viewer): Condition {
  const alive = sql<SqlBool>`p.deleted_at is null`;
  if (viewer.scope.kind === 'self') return and(alive, sql`p.created_by = ${viewer.userId}`);
  const partly = (limit: Limit) =>
    limitedBy(viewer, limit, (ids) => sql`(${stored(limit)} is null or ${stored(limit)} && ${bigints(ids)})`);
  return and(alive, partly('departments'), partly('projects'));
}

/**
 * Condition on `follow_up_plan p` that its stored scope lies within the viewer's; deleted departments and projects do
 * not count.
 */
export function planWithin(viewer: Viewer): Condition {
  const wholly = (table: 'department' | 'project', limit: Limit) =>
    limitedBy(
      viewer,
      limit,
      (ids) => sql`(${stored(limit)} is not null and not exists (
        select 1 from ${sql.table(table)} o where o.id = any(${stored(limit)}) and o.deleted_at is null and o.id <> all(${bigints(ids)})))`,
    );
  const ownCondition =
    viewer.scope.kind === 'self' ? and(sql`p.created_by = ${viewer.userId}`, isOfOwnRecords) : undefined;
  return and(ownCondition ?? wholly('department', 'departments'), wholly('project', 'projects'));
}
