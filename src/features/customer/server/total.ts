import { sql } from 'drizzle-orm';
import { scoped } from '#server/auth/scope.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { customer } from './schema.ts';

/** How many people are in scope. */
export async function customerTotal(viewer: Viewer): Promise<number> {
  const rows = scoped(viewer, customer);
  const [found] = await db.select({ n: sql<number>`count(*)::int` }).from(rows);
  return found?.n ?? 0;
}

/** People in service in scope, and how many of them have a device. */
export async function serviceCover(viewer: Viewer): Promise<{ served: number; covered: number }> {
  const rows = scoped(viewer, customer);
  // In a statement of its own the column keeps its table's name, which the device's id would take otherwise.
  const device = sql`select 1 from equipment e where e.customer_id = ${rows.id} and e.deleted_at is null`;
  const [found] = await db
    .select({
      served: sql<number>`count(*)::int`,
      covered: sql<number>`count(*) filter (where exists (${device}))::int`,
    })
    .from(rows)
    .where(sql`${rows.serviceState} = 'active'`);
  return found ?? { served: 0, covered: 0 };
}
