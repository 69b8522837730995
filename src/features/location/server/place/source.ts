import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customerCondition, hasConsent } from '#features/customer/server/service.ts';
import { onlineIs } from '#features/equipment/server/service.ts';
import { reportingIntervals } from '#features/equipmentCommand/server/service.ts';
import { standingRows } from '#features/fence/server/service.ts';
import type { locationApi } from '#features/location/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { between, equals, hasGrams, holds, likeText, oneOf } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, or } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';

export type PlaceFilters = Omit<InputOf<(typeof locationApi)['getPlaceMap']>, 'since'>;

/** Speed in km/h from which a person moves; below it a fix at rest reports noise. */
const movingFrom = 0.8;

/** `staleAfter` of shared/place/fix.ts in SQL, on device `s`. */
const staleAfter = sql`least(interval '60 minutes', greatest(interval '10 minutes', make_interval(secs => 2 * s.reporting_seconds)))`;

/**
 * Returns each person's device `s`: the one with the newest fix; without one the one with an installed place, else the
 * one heard last.
 */
const devices = (among: RawBuilder<SqlBool> | undefined) => sql`(
  select distinct on (e.customer_id) e.customer_id, e.id, e.sn, e.gateway_id, e.lat as installed_lat, e.lng as installed_lng, m.kind, m.interval_seconds, m.offline_seconds, coalesce(i.seconds, m.interval_seconds) as reporting_seconds,
    coalesce(s.online, false) as online, s.last_seen_at, s.battery, s.lat, s.lng, s.accuracy, s.speed, s.position_source, s.position_at
  from equipment e join model m on m.id = e.model_id left join device_state s on s.device_id = e.id
  left join ${reportingIntervals} i on i.equipment_id = e.id
  where e.customer_id is not null and e.deleted_at is null and ${and(among)}
  order by e.customer_id, s.position_at desc nulls last, e.lat is null, s.last_seen_at desc nulls last, e.id)`;

/** Matches people with a device by a part of its SN. */
function hasDevice(keyword: string): RawBuilder<SqlBool> | undefined {
  const text = keyword.trim().toLowerCase();
  if (!/^[0-9a-z_-]{3,32}$/.test(text)) return undefined;
  return sql<SqlBool>`customer.id in (select equipment.customer_id from equipment where equipment.deleted_at is null
    and ${hasGrams('equipment.grams', text)} and equipment.sn ilike ${`%${likeText(text)}%`})`;
}

const rings = sql`w.type not in ('fence_out', 'fence_in', 'lost')`;

/** Open alarms of each person: whether one rings that is no fence's, the open 走失, and the most urgent of them. */
const warns = sql`(
  select w.customer_id, bool_or(${rings}) as rings, min(w.id) filter (where w.type = 'lost') as lost_id,
    (array_agg(w.id order by (${rings}) desc, w.type <> 'lost', w.level, w.waiting_since, w.id))[1] as id
  from warn w where w.status in ('pending', 'handling') and w.family = 'sos' and not w.test and w.customer_id is not null group by w.customer_id)`;

/** Where a person lives: the institution of the bed, else the own address. */
const home = (axis: 'lat' | 'lng') =>
  sql`(case when b.department_id is null then customer.${sql.raw(axis)} else o.${sql.raw(axis)} end)`;

const isFix = sql`s.position_at is not null`;
const isInstalled = sql`s.installed_lat is not null and s.installed_lng is not null`;
const coordinate = (axis: 'lat' | 'lng') => sql`
  case when not a.agreed then null when ${isFix} then s.${sql.raw(axis)} when ${isInstalled} then s.installed_${sql.raw(axis)} else ${home(axis)} end`;

/** What the source selects: conditions on devices, on people with their device, and on places. */
interface PlaceConditions {
  among: RawBuilder<SqlBool> | undefined;
  /** These people alone; null: everybody. */
  ids: readonly string[] | null;
  inner: RawBuilder<SqlBool>;
  outer: RawBuilder<SqlBool>;
}

/**
 * Returns the conditions of these filters.
 * @param everybody also people without a device, and those whose service is over
 */
export async function placeConditions(
  viewer: Viewer,
  filters: PlaceFilters,
  everybody = false,
): Promise<PlaceConditions> {
  const { keyword, customerId, ids, projectId, departmentId, regionCode, tag, online } = filters;
  const fields = Object.entries({ projectId, departmentId, regionCode, tag }).filter(
    ([, value]) => value !== undefined,
  );
  const byFields = await customerCondition(viewer, Object.fromEntries(fields));
  const byKeyword = keyword?.trim() ? or(await customerCondition(viewer, { keyword }), hasDevice(keyword)) : undefined;
  const { from, to, batteryBelow } = filters;
  const among = ids ?? (customerId === undefined ? null : [customerId]);
  const column = (name: string) => sql.ref(name);
  return {
    among: among ? sql`e.customer_id = any(${bigints(among)})` : undefined,
    ids: among,
    inner: and(
      byFields,
      byKeyword,
      equals('customer.id', customerId),
      ids && sql`customer.id = any(${bigints(ids)})`,
      oneOf(column('s.kind'), filters.kind),
      online?.length ? onlineIs(column('s.gateway_id'), online) : undefined,
      batteryBelow === undefined ? undefined : sql`s.battery < ${batteryBelow}`,
      everybody ? undefined : sql`s.id is not null and customer.service_state not in ('ended', 'deceased')`,
    ),
    outer: and(
      oneOf(column('place.state'), filters.state),
      oneOf(column('place.standing'), filters.fence),
      oneOf(column('place.source'), filters.source),
      holds(sql`coalesce(place.moving, false)`, filters.moving),
      between(column('place.at'), from, to),
    ),
  };
}

/**
 * Returns everybody in the viewer's scope whom the conditions select, with place and state: the one source of list, map,
 * count and person. Without a valid consent there is no place, standing or movement.
 */
export const placesOf = (viewer: Viewer, where: PlaceConditions) => sql`(
    select * from (
      select *, case when p.rings then 'alarm' when p.lost_id is not null then 'lost' when p.standing = 'outside' then 'outside' when p.kind in ('fresh', 'stale') then p.kind
          when p.kind is null then 'none' else 'installed' end as state,
        p.kind = 'fresh' and p.speed >= ${movingFrom} as moving
      from (
        select customer.id, customer.name, customer.pinyin, customer.gender, customer.birth_date, customer.living_state, customer.project_id, customer.department_id,
          s.id as equipment_id, s.sn, s.kind as device_kind, s.interval_seconds, s.gateway_id, s.offline_seconds, s.online, s.last_seen_at, s.battery,
          a.agreed, ${coordinate('lat')} as lat, ${coordinate('lng')} as lng, case when a.agreed then ${home('lat')} end as home_lat, case when a.agreed then ${home('lng')} end as home_lng,
          case when not a.agreed then null when ${isFix} then case when s.position_at < now() - ${staleAfter} then 'stale' else 'fresh' end
            when ${isInstalled} then 'installed' when ${home('lat')} is not null and ${home('lng')} is not null then 'home' end as kind,
          case when a.agreed then s.accuracy end as accuracy, case when a.agreed then s.speed end as speed, case when a.agreed then s.position_source end as source,
          case when a.agreed then s.position_at end as at,
          case when a.agreed then coalesce(f.standing, 'off') else 'off' end as standing, case when a.agreed then f.fence_id end as fence_id, case when a.agreed then f.name end as fence_name,
          case when a.agreed then f.since end as fence_since, coalesce(w.rings, false) as rings, w.lost_id, w.id as warn_id
        from ${scoped(viewer, 'customer')}
        cross join lateral (select ${hasConsent('location')} as agreed offset 0) a
        left join customer_bed b on b.customer_id = customer.id left join department o on o.id = b.department_id
        left join ${devices(where.among)} s on s.customer_id = customer.id
        cross join lateral (select s.interval_seconds, s.offline_seconds) m
        left join ${warns} w on w.customer_id = customer.id
        left join (${standingRows(where.ids)}) f on f.customer_id = customer.id
        where ${where.inner}) p) place
    where ${where.outer}) place`;
