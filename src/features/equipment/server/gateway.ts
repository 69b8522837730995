import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { lockEquipment } from './lockEquipment.ts';

export const noGateway = '这台设备不是网关，请选择网关类设备';
export const selfGateway = '设备不能是自己的网关';

/** Locks a gateway in scope for devices behind it. 400 if it is no gateway. */
export async function requireGateway(tx: Db, viewer: Viewer, id: string) {
  const row = await lockEquipment(tx, viewer, id);
  const model = await tx
    .selectFrom('model')
    .select(['kind', 'protocol'])
    .where('id', '=', row.modelId)
    .executeTakeFirst();
  if (model?.kind !== 'gateway') throw invalidField('gatewayId', noGateway, 'kind');
  return { ...row, protocol: model.protocol };
}

/**
 * Locks the gateway of an existing device: 400 also if the device would be behind itself, directly or through others.
 */
export async function requireGatewayAbove(tx: Db, viewer: Viewer, id: string, gatewayId: string) {
  if (id === gatewayId) throw invalidField('gatewayId', selfGateway, 'self');
  const gateway = await requireGateway(tx, viewer, gatewayId);
  await rejectCycle(tx, id, gatewayId);
  return gateway;
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

/**
 * Throws 400 if one of these devices is behind a gateway of another project: a gateway speaks for its own project only.
 * @param field the call's field that leads there
 */
export async function requireOneProject(
  tx: Db,
  ids: readonly string[],
  field: 'projectId' | 'gatewayId',
): Promise<void> {
  const pair = await tx.row(sql<{ sn: string; gateway: string }>`
    select c.sn, g.sn as gateway from equipment c join equipment g on g.id = c.gateway_id
    where (c.id = ${any(ids)} or g.id = ${any(ids)}) and c.deleted_at is null and g.project_id <> c.project_id limit 1`);
  if (pair) throw invalidField(field, `设备「${pair.sn}」与它的网关「${pair.gateway}」须在同一项目`, 'gateway');
}
