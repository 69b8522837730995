import { type AliasedRawBuilder, type Expression, type Selectable, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { idIn } from './filter.ts';
import type { DB } from './tables.ts';
import { and, or } from './values.ts';

/** Tables with a department and a project; `owners`: columns with the owner for the scope `self`. */
export const ownedTables = {
  customer: { owners: ['createdBy', 'responsibleId'], softDelete: true },
  equipment: { owners: ['createdBy'], softDelete: true },
  fence: { owners: ['createdBy'], softDelete: true },
  file: { owners: ['createdBy'], softDelete: true },
  notification: { owners: ['toId'], softDelete: false },
  sim: { owners: ['createdBy'], softDelete: true },
  warn: { owners: ['createdBy', 'handlerId'], softDelete: false },
} as const satisfies { [T in keyof DB]?: { owners: readonly (keyof DB[T])[]; softDelete: boolean } };

/** Name of a table with a department and a project. */
export type OwnedTable = keyof typeof ownedTables;

/** Returns the scope condition: by department and project, for the scope `self` by the owner columns. */
export function scopeCondition(
  { userId, scope }: Pick<Viewer, 'userId' | 'scope'>,
  table: string,
  owners: readonly string[],
) {
  const ownerConditions = owners.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${userId}`);
  const place =
    scope.kind === 'self' ? or(...ownerConditions) : idIn(sql.ref(`${table}.departmentId`), scope.departments);
  return and(idIn(sql.ref(`${table}.projectId`), scope.projects), place);
}

/** Returns the condition that a row is in the viewer's scope and not deleted. */
function condition(viewer: Pick<Viewer, 'userId' | 'scope'>, table: OwnedTable, also?: Expression<unknown>) {
  const { owners, softDelete } = ownedTables[table];
  const inside = scopeCondition(viewer, table, owners);
  return and(softDelete ? sql`${sql.ref(`${table}.deletedAt`)} is null` : undefined, also ? or(inside, also) : inside);
}

/**
 * Returns the rows of an owned table that the viewer can view, without deleted ones: the only way to read such a table.
 * Replaces the table in `selectFrom`, joins and `sql`, with its name and columns.
 * @param also condition on further rows, which belong to no owner; the caller has checked the permission
 */
export function scoped<T extends OwnedTable>(
  viewer: Pick<Viewer, 'userId' | 'scope'>,
  table: T,
  also?: Expression<unknown>,
): AliasedRawBuilder<Selectable<DB[T]>, T> {
  return sql<Selectable<DB[T]>>`(select * from ${sql.table(table)} where ${condition(viewer, table, also)})`.as(table);
}
