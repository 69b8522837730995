import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { gatewayIsOffline, onlineIs, onlineLabel } from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, texts } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { proposedModel } from './proposal.ts';
import { requireTarget, type Target } from './target.ts';

type Input = InputOf<typeof gatewayApi.getChildList>;
type Child = OutputOf<typeof gatewayApi.getChildList>;

/** Number under which a child of the gateway is registered; that of ThingsBoard is unique at its gateway only. */
const registeredAs = ({ id, protocol }: Pick<Target, 'id' | 'protocol'>, number: RawBuilder<unknown>) =>
  protocol === 'thingsboard' ? sql`${`${id}/`}::text || ${number}` : number;

/**
 * All that a gateway names: what it reports of its children, its registered ones, and unregistered numbers that it spoke
 * for; `e`: the device with the number, wherever it stands.
 */
function named(target: Target) {
  const { id, protocol } = target;
  const wire =
    protocol === 'thingsboard'
      ? sql`case when starts_with(i.number, ${`${id}/`}) then substr(i.number, ${id.length + 2}::int) else i.number end`
      : sql`i.number`;
  return sql`
    (with reported as (select * from gateway_child where gateway_id = ${id}),
      silent as (
        select number, sum(times)::int as times, max(received_at) as at from unknown_message where gateway_id = ${id} and protocol = ${protocol} group by number),
      own as (
        select distinct on (e.id) e.id, coalesce(${wire}, e.sn) as number
        from equipment e left join equipment_identifier i on i.equipment_id = e.id and i.protocol = ${protocol}
        left join reported r on r.number = ${wire}
        where e.gateway_id = ${id} and e.deleted_at is null order by e.id, r.number is null, i.number),
      numbers as (select number from reported union select number from silent union select number from own)
    select n.number, r.wire_name, r.vendor, r.model, r.kind, r.power, r.signal, r.reported, r.exposes, r.refused, r.last_seen_at,
      case when r.counter is not null then r.lost::float8 / nullif(r.lost + r.received, 0) end as loss,
      u.times, u.at as unknown_at, coalesce(own.id, e.id) as equipment_id,
      case when own.id is not null then 'registered' when e.id is not null then 'elsewhere' else 'new' end as known
    from numbers n left join reported r on r.number = n.number left join silent u on u.number = n.number
    left join own on own.number = n.number
    left join lateral (
      select e.id from equipment_identifier i join equipment e on e.id = i.equipment_id
      where i.protocol = ${protocol} and i.number = ${registeredAs(target, sql`n.number`)} and e.deleted_at is null) e on true) child`;
}

/** Named children with what the viewer may see of their devices. */
const visibleChildren = (viewer: Viewer, target: Target) => sql`${named(target)}
  left join ${scoped(viewer, 'equipment')} on equipment.id = child.equipment_id
  left join model m on m.id = equipment.model_id left join device_state s on s.device_id = equipment.id
  left join customer c on c.id = equipment.customer_id
  left join equipment above on above.id = equipment.gateway_id`;

function whereOf({ known, online, keyword }: Input) {
  const text = keyword?.trim();
  return and(
    known?.length ? sql<SqlBool>`child.known = any(${texts(known)})` : undefined,
    online?.length
      ? sql<SqlBool>`(child.known = 'registered' and ${onlineIs(sql.ref('equipment.gatewayId'), online)})`
      : undefined,
    text
      ? contains(
          ['child.number', 'child.wire_name', 'child.model', 'equipment.name', 'equipment.sn', 'c.name'].map((name) =>
            sql.ref(name),
          ),
          text,
        )
      : undefined,
  );
}

type Found = Omit<Child, 'id' | 'online' | 'proposed' | 'alarms'> & {
  up: boolean | null;
  intervalSeconds: number;
  gatewayOffline: boolean;
  exposes: unknown;
  alarms: string[] | null;
};

function childOf(row: Found, protocol: string): Child {
  const { up, intervalSeconds, gatewayOffline, exposes, alarms, ...child } = row;
  const isHere = row.known === 'registered' && row.equipmentId !== null;
  return {
    ...child,
    id: row.number,
    alarms: alarms ?? [],
    online: isHere ? onlineLabel({ online: up, lastSeenAt: row.lastSeenAt, intervalSeconds, gatewayOffline }) : null,
    proposed: row.known === 'new' ? proposedModel(protocol, { model: row.model, exposes }) : null,
  };
}

/** Returns what a gateway in scope says of its children, with those registered behind it and unregistered numbers. */
export async function getChildList(viewer: Viewer, input: Input): Promise<Paged<Child>> {
  const target = await requireTarget(viewer, input.gatewayId);
  const sorted = {
    number: sql`child.number`,
    signal: sql`coalesce(child.signal, s.signal)`,
    battery: sql`s.battery`,
    lastSeenAt: sql`coalesce(s.last_seen_at, child.last_seen_at, child.unknown_at)`,
  };
  const { limit, offset, order } = pageOf(
    input,
    sorted,
    sql`array_position(array['new', 'elsewhere', 'registered'], child.known), case when child.known = 'registered' then equipment.position end, child.number`,
  );
  const where = whereOf(input);
  const isHere = sql`child.known = 'registered'`;
  const [rows, count] = await Promise.all([
    db.rows(sql<Found>`
      select child.known, child.number, child.wire_name as "wireName", child.vendor, child.model, child.kind, child.power,
        coalesce(child.signal, case when ${isHere} then s.signal end) as signal, child.reported, case when not ${isHere} then child.refused end as refused, child.loss, child.times, child.exposes,
        case when ${isHere} then s.last_seen_at else coalesce(child.unknown_at, child.last_seen_at) end as "lastSeenAt",
        s.online as up, m.interval_seconds as "intervalSeconds", ${gatewayIsOffline(sql.ref('equipment.gatewayId'))} as "gatewayOffline",
        case when ${isHere} then s.battery end as battery, equipment.id::text as "equipmentId", equipment.name as "equipmentName", equipment.sn,
        m.kind as "deviceKind", m.name as "modelName", equipment.position, above.name as "gatewayName", c.id::text as "customerId", c.name as "customerName",
        (select array_agg(distinct alarm) from unknown_message u cross join unnest(u.alarms) alarm
          where u.gateway_id = ${target.id} and u.protocol = ${target.protocol} and u.number = child.number) as alarms
      from ${visibleChildren(viewer, target)} where ${where} order by ${order} limit ${limit} offset ${offset}`),
    countOf(sql`select 1 from ${visibleChildren(viewer, target)} where ${where}`),
  ]);
  return { rows: rows.map((row) => childOf(row, target.protocol)), count };
}
