import { sql } from 'kysely';
import { consentValidityOf, customerOf } from '#features/customer/server/service.ts';
import { crossingsOf } from '#features/fence/server/service.ts';
import { type locationApi, maxTrackDays, maxTrackPoints } from '#features/location/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { productZone } from '#server/db/zone.ts';
import { unlocated } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { readPoints } from './points.ts';

type Api = typeof locationApi;
type Track = OutputOf<Api['getTrack']>;

const day = 86_400_000;

/** Refuses a time that ends before it starts, is longer than seven days, or has not begun or is far from over. */
export function requireTrackTime({ from, to }: { from: string; to: string }): void {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  if (begin >= end) throw invalidField('to', '结束时间应晚于开始时间', 'range');
  if (end - begin > maxTrackDays * day) throw invalidField('to', `轨迹最长 ${maxTrackDays} 天`, 'range');
  if (begin > Date.now()) throw invalidField('from', '开始时间还没有到', 'range');
  // The end of today in any zone.
  if (end > Date.now() + day) throw invalidField('to', '结束时间不能晚于今天', 'range');
}

/** Refuses a customer out of scope and one without a valid consent; returns the customer. */
export async function requireLocated(viewer: Viewer, customerId: string) {
  const customer = await customerOf(viewer, customerId);
  const consent = await consentValidityOf(db, customerId, 'location');
  if (consent !== 'valid') throw new Problem(409, unlocated[consent]);
  return customer;
}

/** Returns each value's place among the distinct values, and these. */
function coded<T>(values: readonly T[]): { codes: number[]; distinct: T[] } {
  const places = new Map<T, number>();
  const codes = values.map((value) => {
    const place = places.get(value);
    if (place !== undefined) return place;
    places.set(value, places.size);
    return places.size - 1;
  });
  return { codes, distinct: [...places.keys()] };
}

/** Returns the first value whole, then the differences. */
const differences = (values: readonly number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));

/** Returns devices by id, deleted ones too, in this order. */
export async function devicesBy(ids: readonly string[]): Promise<Track['devices']> {
  const rows = await db.rows(sql<Track['devices'][number]>`
    select e.id::text, e.name, e.sn, m.kind from equipment e join model m on m.id = e.model_id where e.id = any(${bigints(ids)})`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, name: '', sn: '', kind: '' });
}

/** Returns the time zone of the project. */
export async function zoneOfProject(projectId: string): Promise<string> {
  const row = await db.selectFrom('project').select('timeZone').where('id', '=', projectId).executeTakeFirst();
  return row?.timeZone ?? productZone;
}

/** Returns where a person was between two instants: points as columns of differences, and fences left and entered. */
export async function getTrack(viewer: Viewer, input: InputOf<Api['getTrack']>): Promise<Track> {
  requireTrackTime(input);
  const { customerId, from, to } = input;
  const { projectId } = await requireLocated(viewer, customerId);
  const [read, events, timeZone] = await Promise.all([
    readPoints(db, customerId, { ...input, most: maxTrackPoints + 1 }),
    crossingsOf(db, customerId, from, to),
    zoneOfProject(projectId),
  ]);
  const more = read.at.length > maxTrackPoints;
  const points = more
    ? Object.fromEntries(Object.entries(read).map(([name, column]) => [name, column.slice(0, -1)]))
    : read;
  const { at, lat, lng, accuracy, speed, flags, ...rest } = points as typeof read;
  const source = coded(rest.source);
  const device = coded(rest.device);
  const [t0 = 0] = at;
  return {
    t0: at[0] ?? null,
    dt: differences(at.map((time) => Math.round((time - t0) / 1000))),
    lat: differences(lat),
    lng: differences(lng),
    ...{ accuracy, speed, flags },
    ...{ source: source.codes, sources: source.distinct, device: device.codes },
    devices: await devicesBy(device.distinct),
    ...{ events, timeZone, more },
  };
}
