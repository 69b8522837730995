import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Returns the first project and the root department: ownership of rows that name none. */
export async function defaultOwnership(tx: Db): Promise<{ projectId: string; departmentId: string }> {
  const row = await tx.row(sql<{ project_id: string; department_id: string }>`
    select (select id::text from project where deleted_at is null order by project.id limit 1) as project_id,
      (select id::text from department where parent_id is null and deleted_at is null order by department.id limit 1) as department_id`);
  if (!row) throw new Error('no project');
  return { projectId: row.project_id, departmentId: row.department_id };
}
