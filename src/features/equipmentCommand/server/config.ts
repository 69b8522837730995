import { sql } from 'kysely';
import { requireSeen } from '#features/equipment/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { json, texts } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type commandApi, settingCommands } from '../contract.ts';
import { maskNumbers } from './commandRows.ts';
import { speakers } from './commands.ts';

type Setting = OutputOf<typeof commandApi.getEquipmentConfig>[number];

/**
 * Returns the settings that the device's model supports, each with the last value sent; phone numbers are masked
 * without the permission.
 */
export async function getEquipmentConfig(
  viewer: Viewer,
  { id }: InputOf<typeof commandApi.getEquipmentConfig>,
): Promise<Setting[]> {
  await requireSeen(viewer, id);
  const of = sql`from equipment_command c where c.equipment_id = equipment.id and c.command = s.command`;
  const rows = await db.rows(sql<Setting>`
    select s.command, told.params, told.state, told.at, case when told.state <> 'acknowledged' then took.params end as before,
      coalesce(took.created_at < b.bound_at, false) as former
    from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    cross join unnest(${texts([...settingCommands])}) with ordinality as s (command, place)
    left join lateral (
      select c.params, c.state, coalesce(c.answered_at, c.created_at) as at ${of} order by c.id desc limit 1) told on true
    left join lateral (
      select c.params, c.created_at ${of} and c.state = 'acknowledged' order by c.id desc limit 1) took on true
    left join equipment_binding b on b.equipment_id = equipment.id and b.unbound_at is null
    where equipment.id = ${id} and m.capabilities @> array[s.command] and (${json(speakers)} -> s.command) ? m.protocol
    order by s.place`);
  return hasPermission(viewer, 'pii:reveal') ? rows : (maskNumbers(rows) as Setting[]);
}
