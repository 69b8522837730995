import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bools, float8s, instants, int8s, texts } from '#server/db/pgBinary.ts';
import type { BandSets } from '#shared/health/bands.ts';
import { judgedRange } from '#shared/health/normalBand.ts';
import { bandSetsOf, judgeBy } from '../levels.ts';
import { type Changed, changedRows, inBedBefore, keyOf, type Newest, sources, type Touched } from './newestOf.ts';

/** Days for which values are judged again after a withdrawal, a late value or another decoding. */
const judgedDays = 90;
/** Values per series that are judged again: all beyond the narrowest range, so that nearly each has a level. */
const mostValues = 200;

type Since = Touched & { since: number };

/** Returns the newest time of a value out of its band since the given instants, by customer and kind. */
async function abnormalSince(
  tx: Db,
  rows: readonly Since[],
  sets: ReadonlyMap<string, BandSets>,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const ranges = rows.map(({ customerId, metric }) => judgedRange(sets.get(customerId), metric));
  const found = await tx.rows(sql<Newest>`
    select t.customer_id::text as "customerId", t.metric, v.at, v.value, v.flags, s.source::text as "sourceId", ${inBedBefore} as "inBed"
    from unnest(${int8s(rows.map(({ customerId }) => customerId))}::bigint[], ${texts(rows.map(({ metric }) => metric))}::text[],
      ${instants(rows.map(({ since }) => since))}::timestamptz[], ${float8s(ranges.map(({ low }) => low ?? -Infinity))}::float8[],
      ${float8s(ranges.map(({ high }) => high ?? Infinity))}::float8[]) as t (customer_id, metric, since, low, high)
    cross join lateral (${sources}) s
    cross join lateral (
      select r.at, r.value, r.flags from reading r
      where r.device_id = s.source and r.metric = t.metric and r.at >= greatest(s.since, t.since) and r.at < s.until and ${usableReading}
        and (r.value < t.low or r.value >= t.high)
      order by r.at desc limit ${mostValues}::int) v`);
  const newest = new Map<string, string>();
  for (const value of found) {
    const of = sets.get(value.customerId);
    const former = newest.get(keyOf(value));
    if (of && judgeBy(of)(value) !== null && (former === undefined || value.at > former))
      newest.set(keyOf(value), value.at);
  }
  return newest;
}

/** Returns those of which a value that was out of its band may be gone or may have changed. */
export async function formerlyAbnormal(tx: Db, changed: readonly Changed[]): Promise<Touched[]> {
  return tx.rows(sql<Touched>`
    select t.customer_id::text as "customerId", t.metric from ${changedRows(changed)}
    join reading_latest l on l.customer_id = t.customer_id and l.metric = t.metric and l.abnormal_at >= t.oldest`);
}

/**
 * Writes when these series were last out of their band: of those in `again` anew, of the others if a value before the
 * newest one was. The newest values are settled, and locked.
 */
export async function settleAbnormal(tx: Db, changed: readonly Changed[], again: readonly Touched[]): Promise<void> {
  const anew = new Set(again.map(keyOf));
  const since = Date.now() - judgedDays * 86_400_000;
  const older = await tx.rows(sql<Touched & { oldest: string }>`
    select t.customer_id::text as "customerId", t.metric, t.oldest from ${changedRows(changed)}
    join reading_latest l on l.customer_id = t.customer_id and l.metric = t.metric and l.at > t.oldest`);
  const rows = [
    ...again.map((one): Since => ({ ...one, since })),
    ...older
      .filter((one) => !anew.has(keyOf(one)))
      .map(({ oldest, ...one }): Since => ({ ...one, since: Math.max(since, Date.parse(oldest)) })),
  ];
  if (rows.length === 0) return;
  const sets = await bandSetsOf(tx, [...new Set(rows.map(({ customerId }) => customerId))]);
  const found = await abnormalSince(tx, rows, sets);
  const written = rows.filter((row) => anew.has(keyOf(row)) || found.has(keyOf(row)));
  const times = written.map((row) => found.get(keyOf(row)));
  await sql`
    update reading_latest l set abnormal_at = case when n.anew then n.at else greatest(l.abnormal_at, n.at) end
    from unnest(${int8s(written.map(({ customerId }) => customerId))}::bigint[], ${texts(written.map(({ metric }) => metric))}::text[],
      ${instants(times.map((at) => (at === undefined ? null : Date.parse(at))))}::timestamptz[], ${bools(written.map((row) => anew.has(keyOf(row))))}::boolean[])
      as n (customer_id, metric, at, anew)
    where l.customer_id = n.customer_id and l.metric = n.metric`.execute(tx);
}
