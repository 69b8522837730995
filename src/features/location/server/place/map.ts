import { sql } from 'kysely';
import { locationApi, placeKinds, placeStates } from '#features/location/contract.ts';
import { placeVersion } from '#server/auth/permission.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { keysOf } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { numbersIn } from '../columns.ts';
import { logLook } from '../log.ts';
import { type PlaceFilters, placeConditions, placesOf } from './source.ts';
import { type PlaceColumns, PlaceView, rememberedMs } from './view.ts';

type PlaceMap = OutputOf<(typeof locationApi)['getPlaceMap']>;

/** Time for which maps of the same scope and filters share a read, ms. */
const sharedMs = 2000;
/** Time after which a map that lost its cursor is a new look, ms: it may have been on another node. */
const lookMs = 3_600_000;
const maxPlaces = 50_000;
const maxViews = 100;
const states = keysOf(placeStates);
const kinds = keysOf(placeKinds);

type Read = PlaceColumns & { total: number };

/** Reads everybody with a place as columns. */
async function readColumns(viewer: Viewer, filters: PlaceFilters): Promise<Read> {
  const where = await placeConditions(viewer, filters);
  const row = await db.row(sql<Record<keyof PlaceColumns, string | null> & { total: number }>`
    select array_agg(p.id)::text as customer, array_agg(p.equipment_id)::text as equipment, array_agg(p.lat)::text as lat, array_agg(p.lng)::text as lng,
      array_agg(p.at)::text as at, array_agg(p.state)::text as state, array_agg(p.kind)::text as kind, array_agg(p.accuracy)::text as accuracy, coalesce(max(p.total), 0)::int as total
    from (
      select place.id, place.equipment_id, round(place.lat * 1000000)::int as lat, round(place.lng * 1000000)::int as lng,
        case when place.kind in ('fresh', 'stale') then floor(extract(epoch from place.at))::bigint end as at,
        array_position(${states}::text[], place.state) - 1 as state, array_position(${kinds}::text[], place.kind) - 1 as kind,
        case when place.kind in ('fresh', 'stale') then round(place.accuracy)::int end as accuracy, count(*) over () as total
      from ${placesOf(viewer, where)} where place.kind is not null and place.lat is not null and place.lng is not null
      order by place.id limit ${maxPlaces}) p`);
  if (!row) throw new Error('an aggregate has a row');
  return {
    customer: numbersIn(row.customer),
    equipment: numbersIn(row.equipment),
    lat: numbersIn(row.lat),
    lng: numbersIn(row.lng),
    at: numbersIn(row.at),
    state: numbersIn(row.state),
    kind: numbersIn(row.kind),
    accuracy: numbersIn(row.accuracy),
    total: row.total,
  };
}

/** A view with its last read. */
interface Held {
  view: PlaceView;
  total: number;
  /** Start of the last read, and the version of consents and ownership then. */
  at: number;
  version: number;
  reading: Promise<void> | undefined;
  /** Time of the last entry in the command log by user. */
  looked: Map<string, number>;
}

/** Views by scope and filters, the one used last at the end. */
const views = new Map<string, Held>();

/** Returns the view of the viewer's scope and these filters. */
function viewOf({ userId, scope }: Viewer, filters: PlaceFilters): Held {
  const { kind, departments, projects } = scope;
  const key = JSON.stringify([kind === 'self' ? userId : null, departments, projects, filters]);
  const held = views.get(key) ?? {
    ...{ view: new PlaceView(), total: 0, at: Date.now() - sharedMs, version: -1 },
    ...{ reading: undefined, looked: new Map<string, number>() },
  };
  views.delete(key);
  views.set(key, held);
  for (const [other, { at }] of views) {
    if (views.size <= maxViews && at > Date.now() - rememberedMs) break;
    if (other !== key) views.delete(other);
  }
  return held;
}

/** Reads the view again unless that happened just now; a changed consent or ownership is always read. */
async function refresh(held: Held, viewer: Viewer, filters: PlaceFilters): Promise<void> {
  const startedAt = Date.now();
  const version = Number(await placeVersion());
  while (held.version < version || held.at <= startedAt - sharedMs) {
    held.reading ??= (async () => {
      const begun = { at: Date.now(), version };
      const { total, ...columns } = await readColumns(viewer, filters);
      held.view.update(columns, Date.now());
      Object.assign(held, begun, { total });
    })().finally(() => {
      held.reading = undefined;
    });
    await held.reading;
  }
}

function answerOf(held: Held, rows: readonly number[] | null, gone: readonly number[]): PlaceMap {
  const { customer, equipment, lat, lng, at, state, kind, accuracy } = held.view.columns;
  const of = <From, To>(column: readonly From[], value: (from: From) => To): To[] =>
    rows ? rows.map((index) => value(column[index] as From)) : column.map(value);
  const same = <T>(value: T) => value;
  return {
    customerId: of(customer, String),
    equipmentId: of(equipment, (id) => (id === null ? null : String(id))),
    lat: of(lat, (millionths) => millionths / 1e6),
    lng: of(lng, (millionths) => millionths / 1e6),
    at: of(at, same),
    state: of(state, (index) => states[index] ?? 'none'),
    kind: of(kind, (index) => kinds[index] ?? 'home'),
    accuracy: of(accuracy, same),
    gone: gone.map(String),
    cursor: held.view.cursor(Date.now()),
    count: held.total,
    reset: rows === null,
    more: held.total > customer.length,
  };
}

/**
 * Returns the people in scope with a place: all, or what has changed since a cursor. Opening a map is in the command log,
 * with filters and count.
 */
export async function getPlaceMap(
  viewer: Viewer,
  { since, ...filters }: InputOf<(typeof locationApi)['getPlaceMap']>,
  info: RequestInfo,
): Promise<PlaceMap> {
  const started = performance.now();
  const held = viewOf(viewer, filters);
  await refresh(held, viewer, filters);
  const changes = since === undefined ? null : held.view.since(since, Date.now());
  if (changes) return answerOf(held, changes.rows, changes.gone);
  if (since === undefined || Date.now() - (held.looked.get(viewer.userId) ?? 0) >= lookMs) {
    const input = { ...filters, count: held.total };
    await logLook({ endpoint: locationApi.getPlaceMap, viewer, input, info, started });
    held.looked.set(viewer.userId, Date.now());
  }
  return answerOf(held, null, []);
}
