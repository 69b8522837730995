import { sql } from 'kysely';
import type { ProjectHooks } from '#features/project/server/service.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { and } from '#server/db/values.ts';

/** Hooks for a project's customers. */
const hooks: ProjectHooks = {
  async figures({ scope }, ids) {
    const inScope = and(idIn(sql.ref('project'), ids), idIn(sql.ref('department'), scope.departments));
    return db.rows(sql<{ projectId: string; customerCount: number }>`
      select project::text as "projectId", sum(n)::int as "customerCount" from placed_count where table_name = 'customer' and ${inScope} group by project`);
  },
};
export default hooks;
