import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { BandSets, ReadingLevel } from '#shared/health/bands.ts';
import { judgedRange, normalBand } from '#shared/health/normalBand.ts';
import { mealOf, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { bandSetsOf, judgeBy } from '../levels.ts';
import { type Span, spanRows, spansOf } from '../spans.ts';

/** What was out of its band on one side during a day. */
export interface OutOfBand {
  kind: ReadingKindName;
  side: 'high' | 'low';
  /** Day in the zone of the person's project. */
  day: string;
  /** Number of values; of kinds that are means, of hours with such a value. */
  n: number;
  /** The worst. */
  level: ReadingLevel;
  /** Highest or lowest value, and its time; of an hour its beginning. */
  value: number;
  at: string;
  /** `YYYY-MM-DD HH:MM` in that zone. */
  local: string;
  /** Diastolic pressure measured with the systolic one. */
  diastolic: number | null;
  /** Edge of the normal range on this side; null where the values have different ones. */
  limit: number | null;
}

type Found = Omit<OutOfBand, 'n' | 'side' | 'level' | 'limit' | 'day'> & { flags: number };

const judged = ['systolic', 'diastolic', 'glucose', 'heart_rate', 'breath_rate', 'spo2', 'temperature'] as const;
const inHours = judged.filter((kind) => readingKinds[kind].summary === 'mean');
const singly = judged.filter((kind) => readingKinds[kind].summary === 'points');
/** Ranges outside which a value of a kind may have a level, as a table `k (metric, low, high)`. */
function ranges(kinds: readonly ReadingKindName[], sets: BandSets) {
  return kinds.map((kind) => {
    const { low, high } = judgedRange(sets, kind);
    return sql`(${kind}::text, ${String(low ?? -Infinity)}::float8, ${String(high ?? Infinity)}::float8)`;
  });
}

interface Window {
  customerId: string;
  from: string;
  until: string;
}

const zoneOfCustomer = (id: string) => sql`(select ${zoneOf(sql`c.project_id`)} from customer c where c.id = ${id})`;

const shown = (customerId: string) => sql`
  to_char(v.at at time zone ${zoneOfCustomer(customerId)}, 'YYYY-MM-DD HH24:MI') as local`;

/** Returns single values that may be out of their band, kept ones included. */
function pointsIn(tx: Db, spans: readonly Span[], sets: BandSets, { customerId, from, until }: Window) {
  const part = (table: 'reading' | 'reading_kept') => sql`
    select s.source, r.metric, r.at, r.value, r.flags from ${spanRows(spans)}
    cross join (values ${sql.join(ranges(singly, sets))}) as k (metric, low, high)
    join ${sql.table(table)} r on r.device_id = s.source and r.metric = k.metric and r.at >= s.since and r.at < s.until
      and r.at >= ${from}::timestamptz and r.at < ${until}::timestamptz and ${usableReading}
    where r.value < k.low or r.value >= k.high`;
  const pair = (table: 'reading' | 'reading_kept') => sql`
    (select r.value from ${sql.table(table)} r where r.device_id = v.source and r.metric = 'diastolic' and r.at = v.at and ${usableReading})`;
  return tx.rows(sql<Found>`
    select v.metric as kind, v.at, v.value, v.flags, ${shown(customerId)},
      case when v.metric = 'systolic' then coalesce(${pair('reading')}, ${pair('reading_kept')}) end as diastolic
    from (${part('reading')} union ${part('reading_kept')}) v`);
}

/** Returns hours with a value that may be out of its band: the highest and the lowest of each. */
function hoursIn(tx: Db, spans: readonly Span[], sets: BandSets, { customerId, from, until }: Window) {
  return tx.rows(sql<Found>`
    select v.metric as kind, v.at, v.value, 0 as flags, ${shown(customerId)}, null::float8 as diastolic
    from (
      select h.metric, h.hour as at, e.value from ${spanRows(spans)}
      cross join (values ${sql.join(ranges(inHours, sets))}) as k (metric, low, high)
      join reading_hour h on h.device_id = s.source and h.metric = k.metric and h.hour >= s.since and h.hour <= s.until - interval '1 hour'
        and h.hour >= ${from}::timestamptz and h.hour < ${until}::timestamptz and h.n > 0
      cross join lateral (values (h.max), (h.min)) as e (value)
      where e.value < k.low or e.value >= k.high) v`);
}

/** Returns a value with its level and side; undefined for a normal one. */
function judgedOf(found: Found, sets: BandSets): OutOfBand | undefined {
  const { flags, ...rest } = found;
  const level = judgeBy(sets)({ metric: found.kind, value: found.value, flags, inBed: null });
  if (level === null) return undefined;
  const { low, high } = normalBand(sets, found.kind, mealOf(flags)) ?? { low: null, high: null };
  const isHigh = high !== null && (low === null || found.value > (low + high) / 2);
  return {
    ...rest,
    ...{ day: found.local.slice(0, 10), n: 1, level },
    ...(isHigh ? { side: 'high', limit: high } : { side: 'low', limit: low }),
  };
}

/** Returns both as one: the number of all, the worst level, the utmost value. */
export function joined(a: OutOfBand, b: OutOfBand): OutOfBand {
  const isFurther = a.side === 'high' ? b.value > a.value : b.value < a.value;
  const isAgain = b.value === a.value && b.at > a.at;
  return {
    ...(isFurther || isAgain ? b : a),
    n: a.n + b.n,
    level: a.level < b.level ? a.level : b.level,
    limit: a.limit === b.limit ? a.limit : null,
  };
}

/** Returns what of a person was out of its band between two instants (ms since 1970), by day, kind and side. */
export async function outOfBandOf(tx: Db, customerId: string, from: number, until: number): Promise<OutOfBand[]> {
  const [spans, all] = await Promise.all([spansOf(tx, customerId, from, until), bandSetsOf(tx, [customerId])]);
  const sets = all.get(customerId);
  if (!sets || spans.length === 0) return [];
  const window = { customerId, from: new Date(from).toISOString(), until: new Date(until).toISOString() };
  const found = await Promise.all([pointsIn(tx, spans, sets, window), hoursIn(tx, spans, sets, window)]);
  const byDay = new Map<string, OutOfBand>();
  for (const one of found.flat().flatMap((value) => judgedOf(value, sets) ?? [])) {
    const key = `${one.day} ${one.kind} ${one.side}`;
    const former = byDay.get(key);
    byDay.set(key, former ? joined(former, one) : one);
  }
  return [...byDay.values()];
}
