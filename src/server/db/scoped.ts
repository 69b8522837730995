import { type AliasedRawBuilder, type Expression, type Selectable, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { idIn } from './filter.ts';
import type { DB } from './tables.ts';
import { and, or } from './values.ts';

/** Tables whose rows have a department and a project: the columns that say whose a row is for the scope `self`. */
export const ownedTables = {
  customer: { owners: ['createdBy', 'responsibleId'], softDelete: true },
  equipment: { owners: ['createdBy'], softDelete: true },
  file: { owners: ['createdBy'], softDelete: true },
  notification: { owners: ['toId'], softDelete: false },
  sim: { owners: ['createdBy'], softDelete: true },
  warn: { owners: ['createdBy', 'handlerId'], softDelete: false },
} as const satisfies { [T in keyof DB]?: { owners: readonly (keyof DB[T])[]; softDelete: boolean } };

/** A table whose rows have a department and a project. */
export type OwnedTable = keyof typeof ownedTables;

/** The condition that a row lies in the viewer's scope, by its department, its project and its owners' columns. */
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

/** The condition that a row of an owned table lies in the viewer's scope and is not deleted. */
function condition(viewer: Pick<Viewer, 'userId' | 'scope'>, table: OwnedTable, also?: Expression<unknown>) {
  const { owners, softDelete } = ownedTables[table];
  const inside = scopeCondition(viewer, table, owners);
  return and(softDelete ? sql`${sql.ref(`${table}.deletedAt`)} is null` : undefined, also ? or(inside, also) : inside);
}

/**
 * The rows of an owned table that the viewer may see, deleted ones left out: the only way to read one. It stands in for the
 * table in `selectFrom`, joins and `sql`, under the same name and with the same columns.
 * @param also a condition on the table: rows that belong to nobody and are seen from everywhere; the caller has judged the
 *   right to them
 */
export function scoped<T extends OwnedTable>(
  viewer: Pick<Viewer, 'userId' | 'scope'>,
  table: T,
  also?: Expression<unknown>,
): AliasedRawBuilder<Selectable<DB[T]>, T> {
  return sql<Selectable<DB[T]>>`(select * from ${sql.table(table)} where ${condition(viewer, table, also)})`.as(table);
}
