import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';

/** Counts served customers in scope, and those with a device. */
export async function serviceCoverage(viewer: Viewer): Promise<{ served: number; covered: number }> {
  const row = await db.row(sql<{ served: number; covered: number }>`
    select count(*)::int as served, count(*) filter (where exists (
      select 1 from equipment e where e.customer_id = customer.id and e.deleted_at is null))::int as covered
    from ${scoped(viewer, 'customer')} where customer.service_state = 'active'`);
  return row ?? { served: 0, covered: 0 };
}

/** Counts the devices in scope. */
export async function equipmentTotal(viewer: Viewer): Promise<number> {
  if (viewer.scope.kind !== 'self') return storedCount(db, 'equipment', viewer.scope);
  const row = await db.row(sql<{ n: number }>`select count(*)::int as n from ${scoped(viewer, 'equipment')}`);
  return row?.n ?? 0;
}
