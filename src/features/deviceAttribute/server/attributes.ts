import { sql } from 'kysely';
import type { attributeApi } from '#features/deviceAttribute/contract.ts';
import { lockEquipment, requireSeen } from '#features/equipment/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { attributeSides, maxAttributeBytes, maxAttributes } from '../contract.ts';

type Api = typeof attributeApi;

/** Returns the attributes of a device in scope, by side and key. */
export async function getAttributeList(
  viewer: Viewer,
  { equipmentId, side = [...attributeSides] }: InputOf<Api['getAttributeList']>,
): Promise<OutputOf<Api['getAttributeList']>> {
  await requireSeen(viewer, equipmentId);
  return db.rows(sql<OutputOf<Api['getAttributeList']>[number]>`
    select side, key, value, at from device_attribute where equipment_id = ${equipmentId} and side = any(${texts(side)}) order by side, key`);
}

/** Sets shared attributes of a device in scope; those with null are withdrawn. */
export async function editAttribute(
  viewer: Viewer,
  { equipmentId, shared }: InputOf<Api['editAttribute']>,
): Promise<null> {
  for (const [key, value] of Object.entries(shared))
    if (Buffer.byteLength(JSON.stringify(value)) > maxAttributeBytes)
      throw invalidField('shared', `属性「${key}」超过4KB`, 'maxLength');
  const written = JSON.stringify(shared);
  await command(viewer, async ({ tx }) => {
    const { modelId } = await lockEquipment(tx, viewer, equipmentId);
    const model = await tx.selectFrom('model').select('protocol').where('id', '=', modelId).executeTakeFirst();
    if (model?.protocol !== 'thingsboard') throw new Problem(409, '只有 ThingsBoard 设备有共享属性');
    await sql`
      delete from device_attribute a using jsonb_each(${written}::jsonb) n
      where a.equipment_id = ${equipmentId} and a.side = 'shared' and a.key = n.key and n.value = 'null'`.execute(tx);
    await sql`
      insert into device_attribute (equipment_id, side, key, value)
      select ${equipmentId}, 'shared', n.key, n.value from jsonb_each(${written}::jsonb) n where n.value <> 'null'
      on conflict (equipment_id, side, key) do update set value = excluded.value, at = now()`.execute(tx);
    const count = await tx.row(sql<{ n: number }>`
      select count(*)::int as n from device_attribute where equipment_id = ${equipmentId} and side = 'shared'`);
    if ((count?.n ?? 0) > maxAttributes)
      throw invalidField('shared', `一台设备最多${maxAttributes}个共享属性`, 'maxItems');
    await sql`insert into device_attribute_change (equipment_id, shared) values (${equipmentId}, ${written}::jsonb)`.execute(
      tx,
    );
  });
  wake.publish('attribute');
  return null;
}
