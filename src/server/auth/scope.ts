import { type AnyColumn, and, getTableName, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Scope, Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';

/** What an owned table has: department and project of each row; `ownerId` or `createdBy` say whose it is for the scope `self`. */
type OwnedTable = PgTable & {
  departmentId: AnyColumn;
  projectId: AnyColumn;
  deletedAt?: AnyColumn;
  createdBy?: AnyColumn;
  handlerId?: AnyColumn;
  responsibleId?: AnyColumn;
};

function arrayOf(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`;
}

/** The condition that a row of an owned table lies in the viewer's scope and is not deleted. */
function condition(viewer: Pick<Viewer, 'userId' | 'scope'>, table: OwnedTable, also?: SQL): SQL | undefined {
  const { departments, projects, kind } = viewer.scope;
  const own = [table.createdBy, table.handlerId, table.responsibleId].flatMap((column) =>
    column ? [sql`${column} = ${viewer.userId}`] : [],
  );
  const inside = and(
    projects ? sql`${table.projectId} = any(${arrayOf(projects)})` : undefined,
    kind === 'self'
      ? own.length > 0
        ? or(...own)
        : sql`false`
      : departments
        ? sql`${table.departmentId} = any(${arrayOf(departments)})`
        : undefined,
  );
  return and(table.deletedAt ? isNull(table.deletedAt) : undefined, inside && also ? or(inside, also) : inside);
}

/**
 * The rows of an owned table that the viewer may see, deleted ones left out: the only way to read one.
 * The result stands in for the table in `from` and joins, under the same name and with the same columns.
 * @param also rows that belong to nobody and are seen from everywhere; the caller has judged the right to them
 */
export function scoped<T extends OwnedTable>(
  viewer: Pick<Viewer, 'userId' | 'scope'>,
  table: T,
  tx: Db = db,
  also?: SQL,
): T {
  const rows = tx
    .select()
    .from(table as PgTable)
    .where(condition(viewer, table, also));
  return rows.as(getTableName(table)) as unknown as T;
}

/** The same rule for a row in hand (a live event): whether the viewer may see it; whose it is may not be known yet (null). */
export function inScope(
  scope: Scope,
  userId: string,
  row: { departmentId: string; projectId: string; ownerId: string | null; owners: readonly string[] | null },
): boolean {
  if (scope.projects && !scope.projects.includes(row.projectId)) return false;
  if (scope.kind === 'self') return row.ownerId === userId || (row.owners?.includes(userId) ?? true);
  return scope.departments === null || scope.departments.includes(row.departmentId);
}
