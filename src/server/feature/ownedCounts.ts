/** What stands in departments and projects: counts that hold them back from deletion, and that lists show. */
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { and, bigints } from '#server/db/values.ts';
import { extensionsOf } from './extensions.ts';

/** Rows of a feature that stand in a department and a project: its part `placed`. */
export interface OwnedCount {
  /** What answers call how many there are. */
  name: 'customers' | 'equipment' | 'sims' | 'warns';
  /** With `department_id` and `project_id`. */
  table: string;
  /** Which of its rows count; absent: the database counts them as they come and go (`placed_count`). */
  counted?: RawBuilder<unknown>;
  /** What the rows are called on the screen. */
  rowLabel: string;
  /** Place among the nouns. */
  sort: number;
  /** Address of the list that shows those of one department, which is appended. */
  list: string;
}

export type OwnedCounts = Partial<Record<OwnedCount['name'], number>>;

/** What a row stands in. */
type By = 'department_id' | 'project_id';

/** Every kind of rows that stand in departments and projects, in their order. */
export async function ownedKinds(): Promise<OwnedCount[]> {
  const extensions = await extensionsOf('ownedCount');
  return extensions.map(({ extension: part }) => part).sort((a, b) => a.sort - b.sort);
}

/** How many rows each that is counted stands for, as a column `n` of the project and department. */
function figures({ table, counted }: OwnedCount) {
  return counted
    ? sql`(select project_id, department_id, 1 as n from ${sql.table(table)} where ${counted})`
    : sql`(select project as project_id, department as department_id, n from placed_count where table_name = ${table})`;
}

/** How many rows of a table that is counted as its rows come and go stand in these departments and projects; null: all. */
export async function storedCount(
  tx: Db,
  table: string,
  { departments, projects }: { departments: readonly string[] | null; projects: readonly string[] | null },
): Promise<number> {
  const place = and(idIn(sql.ref('department'), departments), idIn(sql.ref('project'), projects));
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from placed_count where table_name = ${table} and ${place}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** How many rows of each kind stand in these departments or projects, in anybody's scope. */
export async function countOwned(tx: Db, by: By, ids: readonly string[]): Promise<OwnedCounts> {
  const counts = (await ownedKinds()).map(
    (kind) => sql`
      select ${kind.name}::text as name, coalesce(sum(n), 0)::int as n from ${figures(kind)} f where ${sql.ref(by)} = any(${bigints(ids)})`,
  );
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(tx);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** How many rows of each kind stand directly in each department, of the viewer's projects. */
export async function ownedByDepartment({ scope }: Pick<Viewer, 'scope'>): Promise<Map<string, OwnedCounts>> {
  const counts = (await ownedKinds()).map(
    (kind) => sql`
      select department_id::text as department, ${kind.name}::text as name, sum(n)::int as n from ${figures(kind)} f
      where ${idIn(sql.ref('project_id'), scope.projects) ?? sql`true`} group by department_id`,
  );
  const found = await sql<{
    department: string;
    name: string;
    n: number;
  }>`${sql.join(counts, sql` union all `)}`.execute(db);
  const byDepartment = Map.groupBy(found.rows, ({ department }) => department);
  return new Map([...byDepartment].map(([id, rows]) => [id, Object.fromEntries(rows.map(({ name, n }) => [name, n]))]));
}

/** How many rows of one kind stand in each of these projects, in anybody's scope. */
export async function ownedByProject(name: OwnedCount['name'], ids: readonly string[]): Promise<Map<string, number>> {
  const kind = (await ownedKinds()).find((candidate) => candidate.name === name);
  if (!kind || ids.length === 0) return new Map();
  const { rows } = await sql<{ project: string; n: number }>`
    select project_id::text as project, sum(n)::int as n from ${figures(kind)} f
    where project_id = any(${bigints(ids)}) group by project_id`.execute(db);
  return new Map(rows.map(({ project, n }) => [project, n]));
}

/** The departments or projects in which any row stands, deleted ones too. */
export async function ownershipsInUse(tx: Db, by: By): Promise<string[]> {
  const all = (await ownedKinds()).map(({ table }) => sql`select ${sql.ref(by)}::text as id from ${sql.table(table)}`);
  const { rows } = await sql<{ id: string }>`${sql.join(all, sql` union `)}`.execute(tx);
  return rows.map(({ id }) => id);
}
