import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import { spanRows, spansOf } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { Fix, PositionSource } from '#shared/place/fix.ts';
import { numbersIn, wordsIn } from '../columns.ts';

/** Points of a track in the order of time, as columns. */
export interface Points {
  /** Device time, ms since 1970. */
  at: number[];
  /** Millionths of a degree. */
  lat: number[];
  lng: number[];
  accuracy: (number | null)[];
  /** Tenths of km/h. */
  speed: (number | null)[];
  source: PositionSource[];
  flags: number[];
  device: string[];
}

interface Interval {
  from: string;
  to: string;
  /** Only points of this device. */
  equipmentId?: string | undefined;
  /** Points at most. */
  most: number;
}

/**
 * Reads the points of all devices while they were bound to the customer, as their rows say, too: a point that only one
 * of them gives to the customer is nobody's. None without a valid consent. The caller has checked the scope.
 */
export async function readPoints(
  tx: Db,
  customerId: string,
  { from, to, equipmentId, most }: Interval,
): Promise<Points> {
  const all = await spansOf(tx, customerId, Date.parse(from), Date.parse(to) + 1);
  const spans = equipmentId === undefined ? all : all.filter(({ sourceId }) => sourceId === equipmentId);
  const row = await tx.row(sql<Record<keyof Points, string | null>>`
    with who as materialized (
      select customer.id from customer where (customer.id = ${customerId} or customer.merged_into = ${customerId})
        and exists (select 1 from customer where customer.id = ${customerId} and ${hasConsent('location')}))
    select array_agg(t.at)::text as at, array_agg(t.lat)::text as lat, array_agg(t.lng)::text as lng, array_agg(t.accuracy)::text as accuracy,
      array_agg(t.speed)::text as speed, array_agg(t.source)::text as source, array_agg(t.flags)::text as flags, array_agg(t.device)::text as device
    from (
      select (date_part('epoch', p.at) * 1000)::bigint as at, round(p.lat * 1000000)::int as lat, round(p.lng * 1000000)::int as lng, round(p.accuracy)::int as accuracy,
        round(p.speed * 10)::int as speed, p.source, p.flags, p.device_id as device
      from ${spanRows(spans)} cross join lateral (
        select * from position where position.device_id = s.source and position.at >= s.since and position.at < s.until
          and position.at >= ${from}::timestamptz and position.at <= ${to}::timestamptz and position.customer_id in (select who.id from who)) p
      order by p.at, p.device_id limit ${most}) t`);
  if (!row) throw new Error('an aggregate has a row');
  return {
    at: numbersIn(row.at),
    lat: numbersIn(row.lat),
    lng: numbersIn(row.lng),
    accuracy: numbersIn(row.accuracy),
    speed: numbersIn(row.speed),
    source: wordsIn(row.source) as PositionSource[],
    flags: numbersIn(row.flags),
    device: wordsIn(row.device),
  };
}

/** Returns the points as fixes. */
export function fixesOf({ at, lat, lng, accuracy, source }: Points): Fix[] {
  return at.map((time, i) => ({
    at: time,
    lat: (lat[i] ?? 0) / 1e6,
    lng: (lng[i] ?? 0) / 1e6,
    accuracy: accuracy[i] ?? null,
    source: source[i] ?? null,
  }));
}
