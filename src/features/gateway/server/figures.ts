import { sql } from 'kysely';
import { onlineIs } from '#features/equipment/server/service.ts';
import { childStates, type gatewayApi } from '#features/gateway/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any, bigints } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type Row = OutputOf<typeof gatewayApi.getGatewayList>;
type Counts = Pick<Row, 'childCount' | 'childOnline' | 'childOffline'>;
type Own = Pick<
  Row,
  'mac' | 'protocol' | 'address' | 'way' | 'link' | 'software' | 'childLimit' | 'mayCreate' | 'baseTopic'
>;
export type Figures = Own & Counts & Pick<Row, 'latencyMs' | 'loss'>;

/** Newest messages per child, and children per gateway, that its latency is the median of. */
const [messages, children] = [20, 200];

/** Returns what gateways in scope have more than other devices, by id. */
async function ownOf(viewer: Viewer, ids: readonly string[]): Promise<(Own & { id: string })[]> {
  const rows = await db.rows(sql<Omit<Own, 'link'> & { id: string; since: string | null }>`
    select equipment.id::text, equipment.mac, m.protocol, l.way, l.since, l.address, l.software,
      coalesce(g.child_limit, 256) as "childLimit", coalesce(g.may_create, false) as "mayCreate", coalesce(g.base_topic, 'zigbee2mqtt') as "baseTopic"
    from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    left join gateway g on g.id = equipment.id left join gateway_link l on l.gateway_id = equipment.id
    where equipment.id = ${any(ids)} and m.kind = 'gateway'`);
  return rows.map(({ since, ...row }) => ({
    ...row,
    link: row.way === null ? null : { way: row.way, since, address: row.address },
  }));
}

/** Counts the children in scope, as the lists of devices do that show them. */
async function countsOf(viewer: Viewer, ids: readonly string[]): Promise<(Counts & { id: string })[]> {
  const of = sql.ref('equipment.gatewayId');
  return db.rows(sql<Counts & { id: string }>`
    select equipment.gateway_id::text as id, count(*)::int as "childCount",
      (count(*) filter (where ${onlineIs(of, childStates.childOnline)}))::int as "childOnline",
      (count(*) filter (where ${onlineIs(of, childStates.childOffline)}))::int as "childOffline"
    from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    left join device_state s on s.device_id = equipment.id
    where equipment.gateway_id = ${any(ids)} group by 1`);
}

/** Returns the median delay of the last hour, without messages from a memory. */
async function latenciesOf(ids: readonly string[]): Promise<{ id: string; latencyMs: number }[]> {
  return db.rows(sql<{ id: string; latencyMs: number }>`
    select g.id::text, round(percentile_cont(0.5) within group (
      order by extract(epoch from r.received_at - r.device_time) * 1000))::int as "latencyMs"
    from unnest(${bigints(ids)}) as g (id)
    cross join lateral (
      select e.id from equipment e join device_state s on s.device_id = e.id
      where e.gateway_id = g.id and e.deleted_at is null and s.last_seen_at > now() - interval '1 hour'
      order by s.last_seen_at desc limit ${children}::int) child
    cross join lateral (
      select received_at, device_time from raw_message where device_id = child.id and received_at > now() - interval '1 hour'
        and device_time is not null and not late order by received_at desc limit ${messages}::int) r
    group by g.id`);
}

/** Returns the share of uplinks that are missing between the counters of the children. */
async function lossesOf(ids: readonly string[]): Promise<{ id: string; loss: number | null }[]> {
  return db.rows(sql<{ id: string; loss: number | null }>`
    select gateway_id::text as id, sum(lost)::float8 / nullif(sum(lost) + sum(received), 0)::float8 as loss
    from gateway_child where gateway_id = ${any(ids)} and counter is not null group by 1`);
}

/** Returns the figures of gateways in scope by id; others are left out. */
export async function figuresOf(viewer: Viewer, ids: readonly string[]): Promise<Map<string, Figures>> {
  const [own, counts, latencies, losses] = await Promise.all([
    ownOf(viewer, ids),
    countsOf(viewer, ids),
    latenciesOf(ids),
    lossesOf(ids),
  ]);
  const none = { childCount: 0, childOnline: 0, childOffline: 0, latencyMs: null, loss: null };
  const figures = new Map(own.map(({ id, ...row }): [string, Figures] => [id, { ...none, ...row }]));
  for (const { id, ...row } of [...counts, ...latencies, ...losses]) Object.assign(figures.get(id) ?? {}, row);
  return figures;
}
