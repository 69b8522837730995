import { sql } from 'kysely';
import { gatewayIsOffline, onlineLabel } from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireTarget } from './target.ts';

type Api = typeof gatewayApi;

/** Returns the signs of life of the last 24 hours, oldest first. */
export async function getGatewayBeats(
  viewer: Viewer,
  { id }: InputOf<Api['getGatewayBeats']>,
): Promise<OutputOf<Api['getGatewayBeats']>> {
  await requireTarget(viewer, id);
  return db.rows(sql<OutputOf<Api['getGatewayBeats']>[number]>`
    select slot as at, coalesce(b.beats, 0) as beats
    from generate_series(date_bin('10 minutes', now(), 'epoch') - interval '1430 minutes', now(), '10 minutes') slot
    left join lateral (select sum(beats)::int as beats from gateway_beat
      where gateway_id = ${id} and at >= slot and at < slot + interval '10 minutes') b on true
    order by slot`);
}

/** Maximum nodes of a picture. */
const most = 500;

type Node = OutputOf<Api['getGatewayTopology']>['children'][number];
type Found = Omit<Node, 'online'> & {
  up: boolean | null;
  intervalSeconds: number;
  gatewayOffline: boolean;
  count: number;
};

/** Returns the registered children of a gateway with signal and state, the weakest first. */
export async function getGatewayTopology(
  viewer: Viewer,
  { id }: InputOf<Api['getGatewayTopology']>,
): Promise<OutputOf<Api['getGatewayTopology']>> {
  await requireTarget(viewer, id);
  const rows = await db.rows(sql<Found>`
    select equipment.id::text, equipment.name, m.kind, equipment.position, s.online as up, s.signal, s.battery, s.last_seen_at as "lastSeenAt",
      (select c.name from customer c where c.id = equipment.customer_id) as "customerName", m.interval_seconds as "intervalSeconds",
      ${gatewayIsOffline(sql.ref('equipment.gatewayId'))} as "gatewayOffline", (count(*) over ())::int as count
    from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    left join device_state s on s.device_id = equipment.id
    where equipment.gateway_id = ${id} order by s.signal nulls last, equipment.id limit ${most}`);
  return {
    count: rows[0]?.count ?? 0,
    children: rows.map(({ up, intervalSeconds, gatewayOffline, count: _count, ...node }) => ({
      ...node,
      online: onlineLabel({ online: up, lastSeenAt: node.lastSeenAt, intervalSeconds, gatewayOffline }),
    })),
  };
}
