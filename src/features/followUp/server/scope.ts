import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleWarnsTable } from '#features/warn/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { scoped } from '#server/db/scoped.ts';

/**
 * Follow-ups `f` with the person and the alarm that they are about, as far as the viewer sees these, to be read where `seen`
 * holds: what an alarm owes is seen with the alarm, any other with its person.
 */
export function followUps(viewer: Viewer): RawBuilder<unknown> {
  return sql`
    follow_up f left join ${scoped(viewer, 'customer')} on customer.id = f.customer_id
    left join ${visibleWarnsTable(viewer, hasPermission(viewer, 'warn:device'))} on warn.id = f.warn_id`;
}

/** The condition on `followUps` that the viewer may see it. */
export const seen = sql<SqlBool>`(
  f.deleted_at is null and case when f.warn_id is null then customer.id is not null else warn.id is not null end)`;
