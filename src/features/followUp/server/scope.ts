import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleWarnsTable } from '#features/warn/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { scoped } from '#server/db/scoped.ts';

/**
 * Returns follow-ups `f` joined with customer and warn as far as the viewer sees these; use with `seen`: a follow-up
 * after a warn is visible with the warn, others with the customer.
 */
export function followUps(viewer: Viewer): RawBuilder<unknown> {
  return sql`
    follow_up f left join ${scoped(viewer, 'customer')} on customer.id = f.customer_id
    left join ${visibleWarnsTable(viewer, hasPermission(viewer, 'warn:device'))} on warn.id = f.warn_id`;
}

/** Condition on `followUps` that the viewer may see the row. */
export const seen = sql<SqlBool>`(
  f.deleted_at is null and case when f.warn_id is null then customer.id is not null else warn.id is not null end)`;
