import { sql } from 'kysely';
import type { trialApi } from '#features/trial/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { dueDays, inUse, months, waiting } from './due.ts';

type Share = OutputOf<typeof trialApi.getTrialShare>;

/**
 * Returns how many devices in scope were pressed this month, and how many are due. Reads only recent presses: the
 * others are neither.
 */
export async function getTrialShare(
  viewer: Viewer,
  { projectId, departmentId }: InputOf<typeof trialApi.getTrialShare>,
): Promise<Share> {
  const days = await dueDays(db);
  const rows = await db.rows(sql<Omit<Share, 'days'>>`
    select count(*)::int as total, count(*) filter (where r.pressed_at >= m.start)::int as done,
      count(*) filter (where r.is_lately is not true and w.equipment_id is null)::int as due,
      count(*) filter (where r.is_lately is not true and w.equipment_id is not null)::int as later
    from ${scoped(viewer, 'equipment')} join ${months} m on m.id = equipment.project_id
    left join (
      select device_id, pressed_at, pressed_at >= now() - make_interval(days => ${days}::int) as is_lately from device_state
      where pressed_at >= now() - make_interval(days => greatest(${days}::int, 32))) r on r.device_id = equipment.id
    left join ${waiting} w on w.equipment_id = equipment.id
    where ${and(inUse, equals('equipment.projectId', projectId), inDepartmentTree('equipment.departmentId', departmentId))}`);
  const [counted = { total: 0, done: 0, due: 0, later: 0 }] = rows;
  return { ...counted, days };
}
