import { and, eq, sql } from 'drizzle-orm';
import { scoped } from '#server/auth/scope.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { deviceState, equipment } from './schema.ts';

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
 * Devices in scope that have been silent for over a day after they had reported, those of people who live alone first,
 * then the longest. One that never reported is 未激活, not offline; one out of service is nobody's worry.
 */
export async function longOffline(
  viewer: Viewer,
  most: number,
): Promise<{ count: number; alone: number; rows: OfflineDevice[] }> {
  const rows = scoped(viewer, equipment);
  const person = sql`(select c from customer c where c.id = ${rows.customerId})`;
  const found = await db
    .select({
      id: rows.id,
      name: rows.name,
      sn: rows.sn,
      model: sql<string>`(select m.name from model m where m.id = ${rows.modelId})`,
      customerName: sql<string | null>`(${person}).name`,
      alone: sql<boolean>`coalesce((${person}).living_state = 'alone', false)`,
      area: sql<string | null>`nullif(concat_ws(' ', (${person}).street, (${person}).community), '')`,
      since: deviceState.offlineSince,
      battery: deviceState.battery,
      state: rows.state,
      count: sql<number>`(count(*) over ())::int`,
      aloneCount: sql<number>`(count(*) filter (where (${person}).living_state = 'alone') over ())::int`,
    })
    .from(rows)
    .innerJoin(deviceState, eq(deviceState.deviceId, rows.id))
    .where(
      and(
        sql`${rows.state} in ('activated', 'in_use', 'repair')`,
        sql`not ${deviceState.online} and ${deviceState.offlineSince} < now() - interval '24 hours'`,
      ),
    )
    .orderBy(sql`coalesce((${person}).living_state = 'alone', false) desc`, sql`${deviceState.offlineSince} asc`)
    .limit(most);
  return {
    count: found[0]?.count ?? 0,
    alone: found[0]?.aloneCount ?? 0,
    rows: found.map(({ count: _count, aloneCount: _alone, since, ...row }) => ({ ...row, since: since ?? '' })),
  };
}

/** How many devices are in scope. */
export async function equipmentTotal(viewer: Viewer): Promise<number> {
  const rows = scoped(viewer, equipment);
  const [found] = await db.select({ n: sql<number>`count(*)::int` }).from(rows);
  return found?.n ?? 0;
}
