import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { gatewayIsOffline, onlineLabel } from '../online.ts';
import { storedBatteryDays } from './filters.ts';
import { pageOfEquipment } from './select.ts';

type Row = OutputOf<typeof equipmentApi.getEquipmentList>;

const wearerName = sql<string | null>`(select c.name from customer c where c.id = equipment.customer_id)`;

/** Returns devices in scope by id, in the order of `ids`. */
export async function equipmentRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const selected = await db
    .selectFrom(scoped(viewer, 'equipment'))
    .innerJoin('model as m', 'm.id', 'equipment.modelId')
    .innerJoin('project as p', 'p.id', 'equipment.projectId')
    .leftJoin('deviceState as s', 's.deviceId', 'equipment.id')
    .leftJoin('equipment as g', 'g.id', 'equipment.gatewayId')
    .leftJoin('sim', (join) => join.onRef('sim.equipmentId', '=', 'equipment.id').on('sim.deletedAt', 'is', null))
    .select(['equipment.id', 'equipment.sn', 'equipment.imei', 'equipment.name', 'equipment.customerId'])
    .select(['equipment.gatewayId', 'equipment.projectId', 'equipment.departmentId', 'equipment.position'])
    .select(['sim.expireDate as simExpireDate', 'equipment.version', 'equipment.createdAt', 'g.name as gatewayName'])
    .select(sql<Row['state']>`equipment.state`.as('state'))
    .select(['m.code as model', 'm.name as modelName', 'm.kind', 'm.intervalSeconds', 'p.name as projectName'])
    .select(sql<boolean>`not (m.capabilities @> array['battery'])`.as('mains'))
    .select(['s.online', 's.offlineSince', 's.battery', 's.signal', 's.firmware', 's.lastSeenAt', 's.lastDataAt'])
    .select(['s.overQuotaAt', storedBatteryDays.as('batteryDays'), wearerName.as('customerName')])
    .select(gatewayIsOffline(sql.ref('equipment.gatewayId')).as('gatewayOffline'))
    .select(
      sql<
        Row['testKind']
      >`coalesce((select b.test_kind from equipment_binding b where b.equipment_id = equipment.id and b.unbound_at is null), 'none')`.as(
        'testKind',
      ),
    )
    .where('equipment.id', '=', any(ids))
    .execute();
  const byId = new Map(
    selected.map(({ online, intervalSeconds, gatewayOffline, ...row }): [string, Row] => [
      row.id,
      {
        ...row,
        online: onlineLabel({ online, lastSeenAt: row.lastSeenAt, intervalSeconds, gatewayOffline }),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of devices in scope. */
export async function getEquipmentList(
  viewer: Viewer,
  input: InputOf<typeof equipmentApi.getEquipmentList>,
): Promise<Paged<Row>> {
  const { page, limit, ...filters } = input;
  const { ids, count } = await pageOfEquipment(viewer, filters, limitsOf({ page, limit }));
  return { rows: await equipmentRows(viewer, ids), count };
}

/** Returns which of these devices the viewer may view, by id. */
export async function visibleEquipment(
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, { id: string; sn: string; name: string; customerName: string | null }>> {
  if (ids.length === 0) return new Map();
  const visible = await db
    .selectFrom(scoped(viewer, 'equipment'))
    .select(['equipment.id', 'equipment.sn', 'equipment.name', wearerName.as('customerName')])
    .where('equipment.id', '=', any(ids))
    .execute();
  return new Map(visible.map((row) => [row.id, row]));
}
