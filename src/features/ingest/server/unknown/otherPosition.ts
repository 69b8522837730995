import { sql } from 'kysely';
import { deskWork, emitWarnEvent, type OtherPosition } from '#features/warn/server/service.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** Position of a device as another address reports it. */
export interface OtherReport {
  equipmentId: string;
  customerId: string | null;
  other: OtherPosition;
}

interface ChangedWarn extends Omit<Parameters<typeof emitWarnEvent>[1], 'id'> {
  id: string;
}

/** Stores such positions with the open warns of the device and its customer; the warns' own positions stay. */
export async function recordOtherPositions(ctx: CommandContext, reports: readonly OtherReport[]): Promise<void> {
  // The last report of a device is the newest.
  const latest = new Map(reports.filter(({ other }) => other.position).map((report) => [report.equipmentId, report]));
  if (latest.size === 0) return;
  const rows = [...latest.values()].map(({ equipmentId, customerId, other }) => ({
    e: equipmentId,
    c: customerId,
    range: other.range,
    ...other.position,
  }));
  const changed = await ctx.tx.returning(sql<ChangedWarn>`
    update warn set other_range = r.range, other_lat = r.lat, other_lng = r.lng, other_accuracy = r.accuracy, other_at = r.at, version = warn.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (e bigint, c bigint, range text, lat double precision, lng double precision, accuracy double precision, at timestamptz)
    where warn.status in ('pending', 'handling') and ${deskWork} and (warn.equipment_id = r.e or warn.customer_id = r.c)
    returning warn.id::text, warn.type, warn.family, warn.customer_id::text as "customerId", warn.equipment_id::text as "equipmentId", warn.created_by::text as "createdBy",
      warn.department_id::text as "departmentId", warn.project_id::text as "projectId", warn.handler_id::text as "handlerId"`);
  for (const row of changed) emitWarnEvent(ctx, row, 'changed');
}
