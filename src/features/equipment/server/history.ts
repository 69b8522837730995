import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';

interface Of {
  customerId: string | null;
  equipmentId: string | null;
}

/** Selects the devices of a customer or, without one, of a device. */
const devicesOf = ({ customerId, equipmentId }: Of) => sql`
  select e.id from equipment e
  where e.deleted_at is null and case when ${customerId}::bigint is null then e.id = ${equipmentId} else e.customer_id = ${customerId} end`;

export interface TrackPoint {
  lat: number;
  lng: number;
  accuracy: number | null;
  source: string;
  at: string;
}

/**
 * Returns the customer's track of the last `hours`, oldest first, only points stored for this customer, at most 1000;
 * empty without the location consent.
 */
export async function trackOf(tx: Db, of: Of, hours: number): Promise<TrackPoint[]> {
  const rows = await tx.rows(sql<Record<string, unknown>>`
    select p.lat, p.lng, p.accuracy, p.source, p.at from (${devicesOf(of)}) e
    cross join lateral (
      select * from position where device_id = e.id and at > now() - make_interval(hours => ${hours}) and at <= now() + interval '5 minutes'
        and customer_id is not distinct from ${of.customerId}::bigint
      order by at desc limit 1000) p
    where ${of.customerId}::bigint is null or exists (select 1 from customer where customer.id = ${of.customerId} and ${hasConsent('location')})
    order by p.at desc limit 1000`);
  return rows
    .map((row) => ({ ...(row as unknown as TrackPoint), at: new Date(row.at as string).toISOString() }))
    .reverse();
}

export interface LastReading<Kind extends string> {
  kind: Kind;
  value: number;
  at: string;
}

/** Returns the newest plausible value per kind, measured by the customer's devices within `days`. */
export async function lastReadings<Kind extends string>(
  tx: Db,
  of: Of,
  kinds: readonly Kind[],
  days: number,
): Promise<LastReading<Kind>[]> {
  const rows = await tx.rows(sql<Record<string, unknown>>`
    select distinct on (k.kind) k.kind, r.value, r.at from (${devicesOf(of)}) e
    cross join jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) as k (kind)
    cross join lateral (
      select value, at from reading where device_id = e.id and metric = k.kind and at > now() - make_interval(days => ${days})
        and customer_id is not distinct from ${of.customerId}::bigint and flags & 1 = 0
      order by at desc limit 1) r
    order by k.kind, r.at desc`);
  return rows.map((row) => ({
    kind: row.kind as Kind,
    value: row.value as number,
    at: new Date(row.at as string).toISOString(),
  }));
}
