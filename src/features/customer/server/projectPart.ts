import { sql } from 'kysely';
import type { ProjectPart } from '#features/project/server/service.ts';
import { db } from '#server/db/db.ts';
import { within } from '#server/db/filter.ts';
import { and } from '#server/db/values.ts';

/** The people under a contract. */
const part: ProjectPart = {
  async figures({ scope }, ids) {
    const seen = and(within(sql.ref('project_id'), ids), within(sql.ref('department_id'), scope.departments));
    const found = await sql<{ projectId: string; customerCount: number }>`
      select project_id::text as "projectId", count(*)::int as "customerCount" from customer where deleted_at is null and ${seen} group by project_id`.execute(
      db,
    );
    return found.rows;
  },
};
export default part;
