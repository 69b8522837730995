import { sql } from 'kysely';
import { equipmentRows } from '#features/equipment/server/service.ts';
import type { trialApi } from '#features/trial/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskPhone } from '#shared/mask.ts';
import { pageOfTrials } from './select.ts';

type Row = OutputOf<typeof trialApi.getTrialList>;
type Device = Awaited<ReturnType<typeof equipmentRows>>[number];

/** Returns devices in scope by trial state, customers who live alone first. */
export async function getTrialList(viewer: Viewer, input: InputOf<typeof trialApi.getTrialList>): Promise<Paged<Row>> {
  const { page, limit, ...filters } = input;
  const { ids, count } = await pageOfTrials(viewer, filters, limitsOf({ page, limit }));
  return { rows: await rowsOf(viewer, ids), count };
}

function deviceOf({ sn, name, modelName, online, battery, projectName }: Device) {
  return { sn, name, modelName, online, battery, projectName };
}

/** Returns these devices in order, with their trial since the last press, and the customer if visible to the viewer. */
async function rowsOf(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const trials = db.rows(sql<Omit<Row, keyof ReturnType<typeof deviceOf>>>`
    select equipment.id::text, customer.id::text as "customerId", customer.name as "customerName", customer.living_state as "livingState", customer.mobile, customer.phone,
      s.pressed_at as "pressedAt", t.id::text as "trialId", t.result, t.note, coalesce(t.tries, 0) as tries, t.created_at as "triedAt",
      (select u.name from "user" u where u.id = t.created_by) as "triedBy", t.next_at as "nextAt"
    from ${scoped(viewer, 'equipment')} join device_state s on s.device_id = equipment.id
    left join trial t on t.equipment_id = equipment.id and t.ended_at is null and t.created_at > coalesce(s.pressed_at, '-infinity')
    left join ${scoped(viewer, 'customer')} on customer.id = equipment.customer_id
    where equipment.id = any(${bigints(ids)})`);
  const [rows, devices] = await Promise.all([trials, equipmentRows(viewer, ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return devices.flatMap((device) => {
    const row = byId.get(device.id);
    return row ? { ...deviceOf(device), ...row, mobile: maskPhone(row.mobile), phone: maskPhone(row.phone) } : [];
  });
}
