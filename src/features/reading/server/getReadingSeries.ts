import { sql } from 'kysely';
import { customerOf } from '#features/customer/server/service.ts';
import type { readingApi } from '#features/reading/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { normalBand } from '#shared/health/normalBand.ts';
import { bmiOf, isPlausible, mealOf, readingKinds, type Summary } from '#shared/health/readingKinds.ts';
import { anyAge, newestReadings } from './glance/newestReadings.ts';
import { hourMs } from './hours.ts';
import { bandSetsOf, judgeBy } from './levels.ts';
import { type HourCell, hourCells, type RawValue, rawValues } from './seriesValues.ts';
import { type Span, spansOf } from './spans.ts';

type Api = typeof readingApi;
type Series = OutputOf<Api['getReadingSeries']>;
type Point = Series['points'][number];

const dayMs = 24 * hourMs;
/** Raw values are read up to this length, and hours or days above. */
const rawDays = 2;
const maxPoints = 500;
const maxValues = 3000;
const longestDays = 3 * 366;

/** Values of a bucket: `sum` and `n` of all, the sum over hours of each hour's mean. */
interface Bucket {
  n: number;
  min: number;
  max: number;
  sum: number;
  hourMeans: number;
}

function pointOf(at: number, { n, min, max, sum, hourMeans }: Bucket, summary: Summary): Point {
  // A time is given in minutes: the share of each hour.
  const avg = summary === 'highest' ? max : summary === 'time' ? hourMeans * 60 : sum / n;
  return { at: new Date(at).toISOString(), min, avg, max, n };
}

/** Joins cells into buckets; a bucket without values has no point. */
function bucketed(cells: readonly HourCell[], startOf: (ms: number) => number, summary: Summary): Point[] {
  const buckets = new Map<number, Bucket>();
  for (const { hour, n, min, max, sum } of cells) {
    const key = startOf(Date.parse(hour));
    const former = buckets.get(key);
    buckets.set(key, {
      n: (former?.n ?? 0) + n,
      min: Math.min(former?.min ?? min, min),
      max: Math.max(former?.max ?? max, max),
      sum: (former?.sum ?? 0) + sum,
      hourMeans: (former?.hourMeans ?? 0) + sum / n,
    });
  }
  return [...buckets].map(([at, bucket]) => pointOf(at, bucket, summary));
}

/** Returns the length of a bucket, a whole multiple of `unit`, with which a range has at most 500 points. */
function bucketOf(range: number, unit: number): number {
  return Math.max(1, Math.ceil(range / unit / maxPoints)) * unit;
}

const cellOf = ({ at, value }: RawValue): HourCell => ({ hour: at, n: 1, min: value, max: value, sum: value });

/** Points of raw values; of values that are no means, each value. */
function rawPoints(values: readonly RawValue[], range: number, summary: Summary): Point[] {
  if (summary === 'points')
    return values.slice(-maxPoints).map(({ at, value }) => ({ at, min: value, avg: value, max: value, n: 1 }));
  const length = bucketOf(range, 60_000);
  return bucketed(values.map(cellOf), (ms) => Math.floor(ms / length) * length, summary === 'time' ? 'mean' : summary);
}

/** Returns the usable values; those of the BMI are the weights with the newest height. */
async function valuesOf(
  customerId: string,
  spans: readonly Span[],
  window: { metric: string; from: number; until: number },
) {
  if (window.metric !== 'bmi') return rawValues(db, spans, window, maxValues);
  const [height] = await newestReadings(db, customerId, ['height'], anyAge);
  if (!height) return [];
  const weights = await rawValues(db, spans, { ...window, metric: 'weight' }, maxValues);
  return weights
    .map((weight) => ({ ...weight, value: bmiOf(weight.value, height.value) }))
    .filter(({ value }) => isPlausible('bmi', value));
}

async function offsetOf(customerId: string, from: number): Promise<number> {
  const row = await db.row(sql<{ ms: number }>`
    select (extract(epoch from (${new Date(from).toISOString()}::timestamptz at time zone ${zoneOf(sql`c.project_id`)}) - (${new Date(from).toISOString()}::timestamptz at time zone 'UTC')) * 1000)::float8 as ms
    from customer c where c.id = ${customerId}`);
  return row?.ms ?? 0;
}

function windowOf({ from, to }: InputOf<Api['getReadingSeries']>) {
  const window = { from: Date.parse(from), until: Date.parse(to) };
  if (window.from >= window.until) throw invalidField('to', '结束时间必须晚于开始时间', 'order');
  if (window.until - window.from > longestDays * dayMs) throw invalidField('from', '最多查看三年', 'range');
  return window;
}

/**
 * Returns a person's values of one kind: raw up to two days, hours up to 500 hours, days above, at most 500 points. Times
 * are given in minutes, steps as the highest of the day, pressure, glucose and other points value by value.
 */
export async function getReadingSeries(
  viewer: Viewer,
  input: InputOf<Api['getReadingSeries']>,
): Promise<OutputOf<Api['getReadingSeries']>> {
  const { customerId, kind, step = 'auto', meal } = input;
  await customerOf(viewer, customerId);
  const { summary } = readingKinds[kind];
  const asked = windowOf(input);
  const range = asked.until - asked.from;
  const sets = (await bandSetsOf(db, [customerId])).get(customerId);
  const band = normalBand(sets, kind, meal ?? null);
  if (summary === 'points' || step === 'raw' || (step === 'auto' && range <= rawDays * dayMs)) {
    const spans = await spansOf(db, customerId, asked.from, asked.until);
    const all = await valuesOf(customerId, spans, { metric: kind, ...asked });
    const values = meal === undefined ? all : all.filter(({ flags }) => mealOf(flags) === meal);
    const judge = sets && judgeBy(sets);
    return {
      step: 'raw',
      points: rawPoints(values, range, summary),
      values: values.map(({ flags, ...value }) => ({
        ...value,
        level: judge?.({ metric: kind, value: value.value, flags, inBed: null }) ?? null,
        meal: mealOf(flags),
      })),
      band,
    };
  }
  const window = { from: Math.floor(asked.from / hourMs) * hourMs, until: Math.ceil(asked.until / hourMs) * hourMs };
  const spans = await spansOf(db, customerId, window.from, window.until);
  const cells = await hourCells(db, spans, { metric: kind, ...window });
  // Counters fall back to 0 each day.
  const daily = step === 'day' || range > maxPoints * hourMs || (step === 'auto' && summary === 'highest');
  const length = bucketOf(range, daily ? dayMs : hourMs);
  const offset = await offsetOf(customerId, window.from);
  const startOf = (ms: number) => Math.floor((ms + offset) / length) * length - offset;
  return { step: daily ? 'day' : 'hour', points: bucketed(cells, startOf, summary), values: [], band };
}
