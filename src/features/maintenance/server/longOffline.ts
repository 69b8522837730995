import { sql } from 'kysely';
import { onlineIs } from '#features/equipment/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';

export interface OfflineDevice {
  id: string;
  name: string;
  sn: string;
  model: string;
  customerName: string | null;
  alone: boolean;
  area: string | null;
  since: string;
  battery: number | null;
  state: string;
}

/**
 * Returns devices in scope offline for over a day, customers who live alone first, then the longest. Excludes devices
 * that never reported (未激活), are out of service, or belong to a customer with a paused or ended service.
 */
export async function longOffline(
  viewer: Viewer,
  most: number,
): Promise<{ count: number; alone: number; rows: OfflineDevice[] }> {
  const rows = await db.rows(sql<OfflineDevice & { count: number; aloneCount: number }>`
    select equipment.id, equipment.name, equipment.sn, m.name as model, c.name as "customerName",
      coalesce(c.living_state = 'alone', false) as alone, nullif(concat_ws(' ', c.street, c.community), '') as area,
      s.offline_since as since, s.battery, equipment.state, (count(*) over ())::int as count,
      (count(*) filter (where c.living_state = 'alone') over ())::int as "aloneCount"
    from ${scoped(viewer, 'equipment')} join device_state s on s.device_id = equipment.id
    join model m on m.id = equipment.model_id left join customer c on c.id = equipment.customer_id
    where equipment.state in ('activated', 'in_use', 'repair') and s.offline_since < now() - interval '24 hours'
      and ${onlineIs(sql.ref('equipment.gateway_id'), ['offline'])}
      and coalesce(c.service_state not in ('paused', 'ended', 'deceased'), true)
    order by alone desc, s.offline_since limit ${most}`);
  return {
    count: rows[0]?.count ?? 0,
    alone: rows[0]?.aloneCount ?? 0,
    rows: rows.map(({ count: _count, aloneCount: _alone, ...row }) => row),
  };
}
