/** Counts rows per department and project: for lists, quotas, and to refuse a deletion. */
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { and, bigints } from '#server/db/values.ts';
import { extensionsOf } from './extensions.ts';

/** Rows of a feature that belong to a department and a project: its extension `ownedCount`. */
export interface OwnedCount {
  /** Name of the count in responses. */
  name: 'customers' | 'equipment' | 'sims' | 'warns';
  /** Table with `department_id` and `project_id`. */
  table: string;
  /** Condition on the counted rows; absent: a trigger maintains the count (`placed_count`). */
  counted?: RawBuilder<unknown>;
  /** Label of the rows on the screen. */
  rowLabel: string;
  /** Position among the kinds. */
  sort: number;
  /** URL of the list filtered by department, the id of which is appended. */
  list: string;
}

export type OwnedCounts = Partial<Record<OwnedCount['name'], number>>;

type By = 'department_id' | 'project_id';

/** Returns every kind of owned rows, in display order. */
export async function ownedKinds(): Promise<OwnedCount[]> {
  const extensions = await extensionsOf('ownedCount');
  return extensions.map(({ extension: part }) => part).sort((a, b) => a.sort - b.sort);
}

/** Returns a subquery with project, department and the number of rows `n`. */
function figures({ table, counted }: OwnedCount) {
  return counted
    ? sql`(select project_id, department_id, 1 as n from ${sql.table(table)} where ${counted})`
    : sql`(select project as project_id, department as department_id, n from placed_count where table_name = ${table})`;
}

/** Returns the count from `placed_count` for these departments and projects; null: all. */
export async function storedCount(
  tx: Db,
  table: string,
  { departments, projects }: { departments: readonly string[] | null; projects: readonly string[] | null },
): Promise<number> {
  const place = and(idIn(sql.ref('department'), departments), idIn(sql.ref('project'), projects));
  const row = await tx.row(sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from placed_count where table_name = ${table} and ${place}`);
  return row?.n ?? 0;
}

/** Counts the rows of each kind in these departments or projects, regardless of scope. */
export async function countOwned(tx: Db, by: By, ids: readonly string[]): Promise<OwnedCounts> {
  const counts = (await ownedKinds()).map(
    (kind) => sql`
      select ${kind.name}::text as name, coalesce(sum(n), 0)::int as n from ${figures(kind)} f where ${sql.ref(by)} = any(${bigints(ids)})`,
  );
  const rows = await tx.rows(sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Counts the rows of each kind directly in each department, within the viewer's projects. */
export async function ownedByDepartment({ scope }: Pick<Viewer, 'scope'>): Promise<Map<string, OwnedCounts>> {
  const counts = (await ownedKinds()).map(
    (kind) => sql`
      select department_id::text as department, ${kind.name}::text as name, sum(n)::int as n from ${figures(kind)} f
      where ${idIn(sql.ref('project_id'), scope.projects) ?? sql`true`} group by department_id`,
  );
  const perDepartment = await db.rows(
    sql<{
      department: string;
      name: string;
      n: number;
    }>`${sql.join(counts, sql` union all `)}`,
  );
  const byDepartment = Map.groupBy(perDepartment, ({ department }) => department);
  return new Map([...byDepartment].map(([id, rows]) => [id, Object.fromEntries(rows.map(({ name, n }) => [name, n]))]));
}

/** Counts the rows of one kind in each of these projects, regardless of scope. */
export async function ownedByProject(name: OwnedCount['name'], ids: readonly string[]): Promise<Map<string, number>> {
  const kind = (await ownedKinds()).find((candidate) => candidate.name === name);
  if (!kind || ids.length === 0) return new Map();
  const rows = await db.rows(sql<{ project: string; n: number }>`
    select project_id::text as project, sum(n)::int as n from ${figures(kind)} f
    where project_id = any(${bigints(ids)}) group by project_id`);
  return new Map(rows.map(({ project, n }) => [project, n]));
}

/** Returns the departments or projects with any row, deleted rows included. */
export async function ownershipsInUse(tx: Db, by: By): Promise<string[]> {
  const all = (await ownedKinds()).map(({ table }) => sql`select ${sql.ref(by)}::text as id from ${sql.table(table)}`);
  const rows = await tx.rows(sql<{ id: string }>`${sql.join(all, sql` union `)}`);
  return rows.map(({ id }) => id);
}
