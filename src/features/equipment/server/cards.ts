import { sql } from 'kysely';
import type { DeviceCard } from '#features/equipment/contract.ts';
import type { Db } from '#server/db/db.ts';
import type { Static } from '#shared/typebox.ts';
import { gatewayIsOffline, onlineLabel } from './online.ts';

/** Returns the alarm's device and the customer's other devices, as the desk shows them. */
export async function equipmentCards(
  tx: Db,
  of: { customerId: string | null; equipmentId: string | null },
): Promise<Static<typeof DeviceCard>[]> {
  if (!of.customerId && !of.equipmentId) return [];
  const rows = await tx
    .selectFrom('equipment as e')
    .innerJoin('model as m', 'm.id', 'e.modelId')
    .leftJoin('deviceState as s', 's.deviceId', 'e.id')
    .leftJoin('sim', (join) => join.onRef('sim.equipmentId', '=', 'e.id').on('sim.deletedAt', 'is', null))
    .select(['e.id', 'e.sn', 'e.name', 'm.name as modelName', 'm.kind', 'e.position', 'sim.number', 'm.capabilities'])
    .select(['m.intervalSeconds', 's.online', 's.lastSeenAt', 's.battery', 's.signal'])
    .select(gatewayIsOffline(sql.ref('e.gatewayId')).as('gatewayOffline'))
    .where('e.deletedAt', 'is', null)
    .where(sql<boolean>`(e.id = ${of.equipmentId} or e.customer_id = ${of.customerId})`)
    .orderBy('e.id')
    .execute();
  return rows.map(({ capabilities, intervalSeconds, gatewayOffline, online, ...row }) => ({
    ...row,
    online: onlineLabel({ ...row, online, intervalSeconds, gatewayOffline }),
    canCall: capabilities.includes('call') && row.number !== null,
  }));
}
