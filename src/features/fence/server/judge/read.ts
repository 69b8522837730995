import { sql } from 'kysely';
import { reportingIntervals } from '#features/equipmentCommand/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { instants, int8s } from '#server/db/pgBinary.ts';
import { bigints } from '#server/db/values.ts';
import { staleAfter } from '#shared/place/fix.ts';
import { fencesFor, isJudged } from '../members.ts';
import type { Pair, StoredFix } from './follow.ts';

const ms = (name: string) => sql`(extract(epoch from ${sql.ref(name)}) * 1000)::float8`;

/** A device that was heard lately. */
export interface HeardDevice {
  deviceId: string;
  customerId: string;
  /** Time of its newest fix, ms. */
  at: number;
}

/** Returns the devices heard since an instant (ms) that somebody wears, with the time of their newest fix; by person. */
export async function heardSince(tx: Db, since: number): Promise<HeardDevice[]> {
  return tx.rows(sql<HeardDevice>`
    select s.device_id::text as "deviceId", e.customer_id::text as "customerId", ${ms('s.position_at')} as at
    from device_state s join equipment e on e.id = s.device_id
    where s.last_seen_at > ${new Date(since).toISOString()}::timestamptz and s.position_at is not null and e.customer_id is not null
    order by e.customer_id`);
}

/** Most fixes of one device that the judge reads; older ones are left out. */
const maxFixes = 400;
/** Flags of a position (names.md): clamped time, late. */
const unusable = 2 | 4;

/** Fixes after `from` and up to `to`, ms, of one device. */
export interface FixSpan extends Pick<StoredFix, 'deviceId'> {
  from: number;
  to: number;
}

/** Returns the fixes of people in these spans, oldest first; whose they are stands in each row. */
export async function fixesIn(tx: Db, spans: readonly FixSpan[], limit = maxFixes): Promise<StoredFix[]> {
  if (spans.length === 0) return [];
  const first = new Date(Math.min(...spans.map(({ from }) => from))).toISOString();
  const last = new Date(Math.max(...spans.map(({ to }) => to))).toISOString();
  const rows = await tx.rows(sql<Omit<StoredFix, 'late'> & { flags: number }>`
    select p.device_id::text as "deviceId", p.customer_id::text as "customerId", ${ms('p.at')} as at, p.lat, p.lng, p.accuracy, p.source, p.flags
    from unnest(${int8s(spans.map(({ deviceId }) => deviceId))}::bigint[], ${instants(spans.map(({ from }) => from))}::timestamptz[],
      ${instants(spans.map(({ to }) => to))}::timestamptz[]) as d (id, since, until)
    cross join lateral (
      select * from position where device_id = d.id and at > d.since and at <= d.until and at > ${first}::timestamptz and at <= ${last}::timestamptz
      order by at desc limit ${limit}) p
    where p.customer_id is not null`);
  return rows.map(({ flags, ...fix }) => ({ ...fix, late: (flags & unusable) !== 0 })).sort((a, b) => a.at - b.at);
}

/** Returns the fences of people who are judged, with what is stored of each. */
export async function pairsOf(tx: Db, customerIds: readonly string[]): Promise<Pair[]> {
  return tx.rows(sql<Pair>`
    select customer.id::text as "customerId", f.id::text as "fenceId", f.name, f.kind, f.shape, f.minutes, ${ms('w.on_since')} as "onSince",
      s.side, ${ms('s.since')} as since, coalesce(s.pending, '[]') as pending
    from (${fencesFor(customerIds)}) m join customer on customer.id = m.customer_id join fence f on f.id = m.fence_id
    left join fence_watch w on w.fence_id = f.id
    left join fence_state s on s.customer_id = m.customer_id and s.fence_id = m.fence_id
    where ${isJudged} order by customer.id, f.id`);
}

/** Returns the people of these whose newest fix is not stale. */
export async function freshPeople(tx: Db, customerIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(sql<{ id: string; age: number; interval: number | null }>`
    select e.customer_id::text as id, (extract(epoch from now() - s.position_at) * 1000)::float8 as age, coalesce(i.seconds, m.interval_seconds) as interval
    from equipment e join device_state s on s.device_id = e.id join model m on m.id = e.model_id left join ${reportingIntervals} i on i.equipment_id = e.id
    where e.customer_id = any(${bigints(customerIds)}) and e.deleted_at is null and s.position_at is not null`);
  return new Set(rows.filter(({ age, interval }) => age <= staleAfter(interval)).map(({ id }) => id));
}

/** Locks these people against a withdrawal of their consent, a merge and another judge; in the order of their ids. */
export async function lockPeople(tx: Db, customerIds: readonly string[]): Promise<void> {
  await sql`select 1 from customer where id = any(${bigints(customerIds)}) order by id for no key update`.execute(tx);
}
