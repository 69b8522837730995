import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { lockEquipment } from './lockEquipment.ts';

export const noGateway = '这台设备不是网关，请选择网关类设备';
export const selfGateway = '设备不能是自己的网关';

/** Locks a gateway in scope for devices behind it. 400 if it is no gateway. */
export async function requireGateway(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const { modelId } = await lockEquipment(tx, viewer, id);
  const model = await tx.selectFrom('model').select('kind').where('id', '=', modelId).executeTakeFirst();
  if (model?.kind !== 'gateway') throw invalidField('gatewayId', noGateway, 'kind');
}

/**
 * Locks the gateway of an existing device: 400 also if the device would be behind itself, directly or through others.
 */
export async function requireGatewayAbove(tx: Db, viewer: Viewer, id: string, gatewayId: string): Promise<void> {
  if (id === gatewayId) throw invalidField('gatewayId', selfGateway, 'self');
  await requireGateway(tx, viewer, gatewayId);
  await rejectCycle(tx, id, gatewayId);
}

async function rejectCycle(tx: Db, id: string, gatewayId: string): Promise<void> {
  const rows = await tx.rows(sql`
    with recursive above as (
      select e.id, e.gateway_id from equipment e where e.id = ${gatewayId}::bigint
      union select e.id, e.gateway_id from equipment e join above a on e.id = a.gateway_id)
    select 1 from above where id = ${id}::bigint`);
  if (rows.length > 0) throw invalidField('gatewayId', '所选网关在这台设备之下，不能作它的网关', 'ring');
}

/** Returns the SN of a device behind this one. */
export async function childOf(tx: Db, id: string): Promise<string | undefined> {
  const child = await tx
    .selectFrom('equipment')
    .select('sn')
    .where('gatewayId', '=', id)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return child?.sn;
}
