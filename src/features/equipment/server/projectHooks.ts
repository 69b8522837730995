import { sql } from 'kysely';
import type { ProjectHooks } from '#features/project/server/service.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { and } from '#server/db/values.ts';

/** Hooks for a project's devices: total, ever reported, and online. */
const hooks: ProjectHooks = {
  async figures({ scope }, ids) {
    const inScope = and(idIn(sql.ref('e.project_id'), ids), idIn(sql.ref('e.department_id'), scope.departments));
    return db.rows(sql<{
      projectId: string;
      equipmentCount: number;
      reportingCount: number;
      onlineCount: number;
    }>`
      select e.project_id::text as "projectId", count(*)::int as "equipmentCount", count(s.last_seen_at)::int as "reportingCount",
        count(*) filter (where s.online)::int as "onlineCount"
      from equipment e left join device_state s on s.device_id = e.id where e.deleted_at is null and ${inScope} group by e.project_id`);
  },
  async page({ scope }, id) {
    const inScope = and(idIn(sql.ref('e.department_id'), scope.departments));
    const row = await db.row(sql<{ n: number }>`
      select count(*)::int as n from equipment e join device_state s on s.device_id = e.id
      where e.project_id = ${id} and e.deleted_at is null and s.battery <= 20 and ${inScope}`);
    return { lowBattery: row?.n ?? 0 };
  },
};
export default hooks;
