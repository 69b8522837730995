import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Fields of an alarm that decide whether it belongs to a drill. */
export interface Drilled {
  equipmentId: string | null;
  departmentId: string;
  projectId: string;
  receivedAt: string;
}

interface DrilledColumns {
  equipmentId: RawBuilder<unknown>;
  departmentId: RawBuilder<unknown>;
  projectId: RawBuilder<unknown>;
}

/**
 * Returns the condition that drill `d` covers a device with this ownership, within the scope of the user who opened the
 * drill.
 */
function covers({ equipmentId, departmentId, projectId }: DrilledColumns): RawBuilder<unknown> {
  return sql`(d.equipment_ids @> array[${equipmentId}]
      or d.department_id = any((select p.path from department p where p.id = ${departmentId})::bigint[]))
    and (d.project_ids is null or ${projectId} = any(d.project_ids))
    and (d.department_ids is null or ${departmentId} = any(d.department_ids))`;
}

/**
 * Returns the indexes of alarms whose device takes part in a drill. A late frame counts by its device's time: alarms
 * from before the drill are not part of it.
 */
export async function indexesInDrill(
  tx: Db,
  raises: readonly (Drilled & { late: boolean; occurredAt: string | null })[],
): Promise<Set<number>> {
  const candidates = raises.flatMap((raise, place) =>
    raise.equipmentId
      ? [
          {
            place,
            equipment_id: raise.equipmentId,
            department_id: raise.departmentId,
            project_id: raise.projectId,
            received_at: raise.receivedAt,
            began_at: raise.late ? (raise.occurredAt ?? raise.receivedAt) : raise.receivedAt,
          },
        ]
      : [],
  );
  if (candidates.length === 0) return new Set();
  const place = { equipmentId: sql`r.equipment_id`, departmentId: sql`r.department_id`, projectId: sql`r.project_id` };
  const rows = await tx.rows(sql<{ place: number }>`
    select r.place from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as r (
      place int, equipment_id bigint, department_id bigint, project_id bigint, received_at timestamptz, began_at timestamptz)
    where exists (select 1 from drill d where d.until_at > r.received_at and d.closed_at is null and d.from_at <= r.began_at and ${covers(place)})`);
  return new Set(rows.map((row) => row.place));
}

/** Returns whether an open drill covers the alarm's device and had started when the alarm was received. */
export async function isInDrill(tx: Db, row: Drilled): Promise<boolean> {
  if (!row.equipmentId) return false;
  const place = {
    equipmentId: sql`${row.equipmentId}::bigint`,
    departmentId: sql`${row.departmentId}::bigint`,
    projectId: sql`${row.projectId}::bigint`,
  };
  const rows = await tx.rows(sql`
    select 1 from drill d where d.until_at > now() and d.closed_at is null and d.from_at <= ${row.receivedAt}::timestamptz and ${covers(place)} limit 1`);
  return rows.length > 0;
}
