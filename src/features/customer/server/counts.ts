import { sql } from 'kysely';
import type { ProjectHooks } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';

/** Counts the customers in scope. */
export async function customerTotal(viewer: Viewer): Promise<number> {
  if (viewer.scope.kind !== 'self') return storedCount(db, 'customer', viewer.scope);
  const row = await db.row(sql<{ n: number }>`select count(*)::int as n from ${scoped(viewer, 'customer')}`);
  return row?.n ?? 0;
}

/** Hooks for a project's customers. */
export const projectHooks: ProjectHooks = {
  async figures({ scope }, ids) {
    const inScope = and(idIn(sql.ref('project'), ids), idIn(sql.ref('department'), scope.departments));
    return db.rows(sql<{ projectId: string; customerCount: number }>`
      select project::text as "projectId", sum(n)::int as "customerCount" from placed_count where table_name = 'customer' and ${inScope} group by project`);
  },
};
