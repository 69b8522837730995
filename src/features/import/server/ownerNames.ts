import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';

interface DepartmentRow {
  id: string;
  name: string;
  parent: string | null;
}

/** Returns departments in scope by name and by 「parent/name」; null marks an ambiguous name. */
export async function departmentNames(viewer: Viewer): Promise<Map<string, string | null>> {
  const { departments } = viewer.scope;
  const rows = await db.rows(sql<DepartmentRow>`
    select d.id::text, d.name, p.name as parent from department d left join department p on p.id = d.parent_id
    where d.deleted_at is null and d.status = 'enabled'
      and (${departments === null} or d.id = any(${departments ?? []}::bigint[]))`);
  const names = new Map<string, string | null>();
  for (const row of rows) {
    names.set(row.name, names.has(row.name) ? null : row.id);
    if (row.parent) names.set(`${row.parent}/${row.name}`, row.id);
  }
  return names;
}

/** Returns projects in scope by name and by code; null marks an ended project, which takes no customers. */
export async function projectNames(viewer: Viewer): Promise<Map<string, string | null>> {
  const { projects } = viewer.scope;
  const rows = await db.rows(sql<{ id: string; name: string; code: string; closed: boolean }>`
    select id::text, name, code, status = 'closed' as closed from project where deleted_at is null
      and (${projects === null} or id = any(${projects ?? []}::bigint[])) order by closed desc, id desc`);
  return new Map(
    rows.flatMap(({ id, name, code, closed }) => [name, code].map((label) => [label, closed ? null : id] as const)),
  );
}
