import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** What of an alarm says whether it belongs to a drill. */
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

/** A drill `d` is about a device at that place, which its opener could see there. */
function covers({ equipmentId, departmentId, projectId }: DrilledColumns): RawBuilder<unknown> {
  return sql`(d.equipment_ids @> array[${equipmentId}]
      or d.department_id = any((select p.path from department p where p.id = ${departmentId})::bigint[]))
    and (d.project_ids is null or ${projectId} = any(d.project_ids))
    and (d.department_ids is null or ${departmentId} = any(d.department_ids))`;
}

/**
 * Which of the raised alarms come from a device that takes part in a drill, by their places in the list. A late frame
 * counts by the time of its device: what was pressed before the drill is none of it.
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
  const { rows } = await sql<{ place: number }>`
    select r.place from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as r (
      place int, equipment_id bigint, department_id bigint, project_id bigint, received_at timestamptz, began_at timestamptz)
    where exists (select 1 from drill d where d.until_at > r.received_at and d.closed_at is null and d.from_at <= r.began_at and ${covers(place)})`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.place));
}

/** Whether a drill is open now that covers the alarm's device and had begun when the alarm was raised. */
export async function isInDrill(tx: Db, row: Drilled): Promise<boolean> {
  if (!row.equipmentId) return false;
  const place = {
    equipmentId: sql`${row.equipmentId}::bigint`,
    departmentId: sql`${row.departmentId}::bigint`,
    projectId: sql`${row.projectId}::bigint`,
  };
  const { rows } = await sql`
    select 1 from drill d where d.until_at > now() and d.closed_at is null and d.from_at <= ${row.receivedAt}::timestamptz and ${covers(place)} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
