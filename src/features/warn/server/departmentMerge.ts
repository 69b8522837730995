import { sql } from 'kysely';
import type { DepartmentMerge } from '#server/feature/departmentMerge.ts';

/** Emits open warns to the users of the scope that they enter. */
const departmentMerge: DepartmentMerge = {
  async afterMerge({ tx, emit }, _from, to) {
    const rows = await tx.rows(sql<{ id: string; family: string; project_id: string; handler_id: string | null }>`
      select id::text, family, project_id::text, handler_id::text from warn where department_id = ${to} and status in ('pending', 'handling')`);
    for (const row of rows) {
      emit({
        topic: 'warn',
        kind: 'changed',
        permission: row.family === 'device' ? 'warn:device' : 'warn:list',
        departmentId: to,
        projectId: row.project_id,
        ownerId: row.handler_id,
        id: row.id,
      });
    }
  },
};
export default departmentMerge;
