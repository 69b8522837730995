import { sql } from 'kysely';
import type { ModelHooks } from '#features/model/server/service.ts';
import type { ProjectHooks } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { countOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints } from '#server/db/values.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';

/** States out of service: the customer has the device without its service. */
const away = sql`('repair', 'disabled', 'lost')`;

/** Condition on `customer`: whether a device serves the customer. The list filter `hasEquipment` selects it. */
export const covered = sql<boolean>`exists (
  select 1 from equipment e where e.customer_id = customer.id and e.deleted_at is null and e.state not in ${away})`;

/** Counts the customers in service in scope, and those that a device serves. */
export async function serviceCoverage(viewer: Viewer): Promise<{ served: number; covered: number }> {
  const row = await db.row(sql<{ served: number; covered: number }>`
    select count(*)::int as served, count(*) filter (where ${covered})::int as covered
    from ${scoped(viewer, 'customer')} where customer.service_state = 'active'`);
  return row ?? { served: 0, covered: 0 };
}

/** Counts the devices in scope. */
export async function equipmentTotal(viewer: Viewer): Promise<number> {
  if (viewer.scope.kind !== 'self') return storedCount(db, 'equipment', viewer.scope);
  return countOf(db.selectFrom(scoped(viewer, 'equipment')).select('equipment.id'));
}

/** Figures of a project's devices: total, ever reported, and online. */
export const projectHooks: ProjectHooks = {
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

/** Numbers of devices by model. */
export const modelHooks: ModelHooks = {
  async counts(ids) {
    const rows = await db.rows(sql<{ id: string; n: number }>`
      select model_id::text as id, count(*)::int as n from equipment where model_id = any(${bigints(ids)}) and deleted_at is null
      group by model_id`);
    return new Map(rows.map(({ id, n }) => [id, n]));
  },
};
