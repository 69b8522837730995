import { sql } from 'kysely';
import { gatewayIsOffline, onlineLabel } from '#features/equipment/server/service.ts';
import type { locationApi, PlaceKind, PlaceState } from '#features/location/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { orderOf } from '#server/db/paging.ts';
import type { ConsentValidity } from '#shared/codes.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { type Landmark, nearText } from './near.ts';
import { type PlaceFilters, placeConditions, placesOf } from './source.ts';

export type PlaceRow = OutputOf<(typeof locationApi)['getPlaceList']>;
type Input = InputOf<(typeof locationApi)['getPlaceList']>;
type Source = NonNullable<PlaceRow['place']>['source'];

/** A row of the source. */
export interface StoredPlace {
  id: string;
  name: string;
  gender: number;
  birthDate: string | null;
  livingState: string | null;
  projectId: string;
  departmentId: string;
  equipmentId: string | null;
  sn: string | null;
  deviceKind: string | null;
  intervalSeconds: number | null;
  gatewayOffline: boolean;
  online: boolean | null;
  lastSeenAt: string | null;
  battery: number | null;
  lat: number | null;
  lng: number | null;
  homeLat: number | null;
  homeLng: number | null;
  kind: PlaceKind | null;
  accuracy: number | null;
  speed: number | null;
  source: string | null;
  at: string | null;
  moving: boolean | null;
  standing: string;
  fenceId: string | null;
  fenceName: string | null;
  fenceSince: string | null;
  warnId: string | null;
  warnType: string | null;
  warnLevel: number | null;
  warnAt: string | null;
  lostId: string | null;
  state: PlaceState;
  agreed: boolean;
  /** Rows that the filters select. */
  total: number;
}

const sortColumns = {
  name: sql`place.pinyin`,
  at: sql`place.at`,
  battery: sql`place.battery`,
  lastSeenAt: sql`place.last_seen_at`,
};
const urgentFirst = sql`place.state <> 'alarm', place.state <> 'lost', place.state <> 'outside', place.pinyin, place.id`;

/** Reads a page of the source. */
export async function readPlaces(
  viewer: Viewer,
  filters: PlaceFilters,
  { sort, limit, offset, everybody }: Pick<Input, 'sort'> & { limit: number; offset: number; everybody?: boolean },
): Promise<StoredPlace[]> {
  const where = await placeConditions(viewer, filters, everybody);
  return db.rows(sql<StoredPlace>`
    select place.id::text, place.name, place.gender, place.birth_date as "birthDate", place.living_state as "livingState", place.project_id::text as "projectId", place.department_id::text as "departmentId",
      place.equipment_id::text as "equipmentId", place.sn, place.device_kind as "deviceKind", place.interval_seconds as "intervalSeconds", ${gatewayIsOffline(sql`place.gateway_id`)} as "gatewayOffline",
      place.online, place.last_seen_at as "lastSeenAt", place.battery, place.lat, place.lng, place.home_lat as "homeLat", place.home_lng as "homeLng", place.kind, place.accuracy, place.speed, place.source, place.at, place.moving,
      place.standing, place.fence_id::text as "fenceId", place.fence_name as "fenceName", place.fence_since as "fenceSince", place.warn_id::text as "warnId", warn.type as "warnType", warn.level as "warnLevel", warn.created_at as "warnAt", place.lost_id::text as "lostId",
      place.state, place.agreed, place.total
    from (select place.*, (count(*) over ())::int as total from ${placesOf(viewer, where)} order by ${orderOf(sort, sortColumns, urgentFirst)} limit ${limit} offset ${offset}) place
    cross join lateral (select place.online, place.last_seen_at) s cross join lateral (select place.offline_seconds) m
    left join warn on warn.id = place.warn_id
    order by ${orderOf(sort, sortColumns, urgentFirst)}`);
}

const copied = [
  ...(['name', 'gender', 'livingState', 'projectId', 'departmentId', 'equipmentId', 'sn', 'state', 'speed'] as const),
  ...(['battery', 'lastSeenAt', 'warnId', 'warnType', 'warnLevel', 'warnAt'] as const),
];

/** Returns the place of a row; null without one. */
function placeOf({ lat, lng, kind, accuracy, source, at }: StoredPlace): PlaceRow['place'] {
  if (kind === null || lat === null || lng === null) return null;
  return { lat, lng, kind, accuracy, source: at === null ? null : ((source ?? 'unknown') as Source), at };
}

/** Returns where a row's person lives; null where that is unknown, or without consent. */
export function homeOf({ homeLat: lat, homeLng: lng }: StoredPlace): { lat: number; lng: number } | null {
  return lat === null || lng === null ? null : { lat, lng };
}

/** Returns the online state of a row's device; null without a device. */
function onlineOf({ equipmentId, online, lastSeenAt, intervalSeconds, gatewayOffline }: StoredPlace) {
  if (equipmentId === null) return null;
  return onlineLabel({ online, lastSeenAt, intervalSeconds: intervalSeconds ?? 0, gatewayOffline });
}

/** Returns a row as list and page show it. */
export function placeRow(row: StoredPlace, agreement: ConsentValidity, landmarks: readonly Landmark[]): PlaceRow {
  const place = placeOf(row);
  return {
    ...pick(row, copied),
    customerId: row.id,
    age: row.birthDate ? ageOn(row.birthDate, todayInChina(Date.now())) : null,
    kind: row.deviceKind,
    place,
    near:
      place && place.kind !== 'home'
        ? nearText(place, homeOf(row), landmarks, row.standing === 'inside' ? row.fenceName : null)
        : null,
    moving: row.moving === true,
    online: onlineOf(row),
    stale: row.kind === 'stale',
    fence: {
      standing: row.standing as PlaceRow['fence']['standing'],
      ...{ id: row.fenceId, name: row.fenceName, since: row.fenceSince },
    },
    agreement,
  };
}
