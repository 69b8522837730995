import { sql } from 'kysely';
import type { DeviceCard } from '#features/equipment/contract.ts';
import type { Db } from '#server/db/db.ts';
import type { Static } from '#shared/typebox.ts';
import { gatewayIsOffline, onlineLabel } from './online.ts';

interface Card {
  id: string;
  sn: string;
  name: string;
  modelName: string;
  kind: string;
  position: string | null;
  number: string | null;
  capabilities: string[];
  interval_seconds: number;
  online: boolean | null;
  gatewayOffline: boolean;
  lastSeenAt: string | null;
  battery: number | null;
  signal: number | null;
}

/** Returns the alarm's device and the customer's other devices, as the desk shows them. */
export async function equipmentCards(
  tx: Db,
  of: { customerId: string | null; equipmentId: string | null },
): Promise<Static<typeof DeviceCard>[]> {
  if (!of.customerId && !of.equipmentId) return [];
  const rows = await tx.rows(sql<Card>`
    select e.id::text, e.sn, e.name, m.name as "modelName", m.kind, e.position, sim.number, m.capabilities, m.interval_seconds, s.online, ${gatewayIsOffline(sql.ref('e.gateway_id'))} as "gatewayOffline", s.last_seen_at as "lastSeenAt", s.battery, s.signal
    from equipment e join model m on m.id = e.model_id left join device_state s on s.device_id = e.id
      left join sim on sim.equipment_id = e.id and sim.deleted_at is null
    where e.deleted_at is null and (e.id = ${of.equipmentId} or e.customer_id = ${of.customerId}) order by e.id`);
  return rows.map((row) => {
    return {
      id: row.id,
      sn: row.sn,
      name: row.name,
      modelName: row.modelName,
      kind: row.kind,
      position: row.position,
      battery: row.battery,
      signal: row.signal,
      lastSeenAt: row.lastSeenAt,
      online: onlineLabel({ ...row, intervalSeconds: row.interval_seconds }),
      canCall: row.capabilities.includes('call') && row.number !== null,
      number: row.number,
    };
  });
}
