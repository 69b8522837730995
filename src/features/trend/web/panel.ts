import type { readingApi } from '#features/reading/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { meals, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import type { Band, Panel, Series, Shape, Step, TrendPoint } from '#web/chart/series.ts';
import type { Sign } from './signs.ts';

/** Answer of getReadingSeries. */
export type SeriesAnswer = OutputOf<(typeof readingApi)['getReadingSeries']>;

const minute = 60_000;
const day = 24 * 60 * minute;
/** Longest usual distance of what is measured all day, ms: single values further apart are no course. */
const longest = 180 * minute;
/** A missing value after this share of the usual distance is a gap: a line bridges 1.5 times `every`. */
const slack = 1.2;

/** Returns the usual distance of single values, ms: at least a day for what is measured by hand, at most three hours else. */
export function everyOf(points: readonly { at: string }[], isPoints: boolean): number {
  const places = points.map(({ at }) => Date.parse(at));
  const distances = places.slice(1).map((at, index) => at - (places[index] ?? at));
  const median = distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  return isPoints ? Math.max(day, slack * median) : Math.min(longest, Math.max(10 * minute, 1.4 * median));
}

/** Times are minutes of the hour or day: hours of the day are easier to read. */
const scaleOf = (kind: ReadingKindName) => (readingKinds[kind].summary === 'time' ? 1 / 60 : 1);

function meanPoints(kind: ReadingKindName, { points }: SeriesAnswer): TrendPoint[] {
  const { summary } = readingKinds[kind];
  const scale = scaleOf(kind);
  return points.map(({ at, min, avg, max, n }) => ({
    ...{ at, value: avg * scale, n: summary === 'mean' ? n : 1 },
    ...(summary === 'mean' && { min, max }),
  }));
}

/** Single values with their levels; of values without any, the points. */
function rawPoints(kind: ReadingKindName, answer: SeriesAnswer): TrendPoint[] {
  if (answer.values.length === 0 || answer.points.length < answer.values.length) return meanPoints(kind, answer);
  return answer.values.map(({ at, value, level }) => ({ at, value, level }));
}

function seriesOf(kind: ReadingKindName, answer: SeriesAnswer): Series {
  const { title, summary } = readingKinds[kind];
  if (answer.step !== 'raw')
    return { name: title, points: meanPoints(kind, answer), bars: summary === 'highest' || summary === 'time' };
  const points = rawPoints(kind, answer);
  return { name: title, points, every: everyOf(points, summary === 'points') };
}

const mealLooks: Readonly<Record<keyof typeof meals, { tone: 1 | 2 | 3 | 4 | 5; shape: Shape }>> = {
  fasting: { tone: 2, shape: 'circle' },
  before_meal: { tone: 1, shape: 'square' },
  after_2h: { tone: 3, shape: 'triangle' },
  bedtime: { tone: 4, shape: 'diamond' },
  random: { tone: 5, shape: 'cross' },
};

/** Values of glucose by meal, each meal with its own mark; without a meal as 随机. */
function mealSeries({ values }: SeriesAnswer): Series[] {
  const byMeal = Map.groupBy(values, ({ meal }) => meal ?? 'random');
  return keysOf(meals).flatMap((meal) => {
    const own = byMeal.get(meal);
    if (!own) return [];
    return [
      {
        ...{ name: meals[meal], line: false, ...mealLooks[meal] },
        points: own.map(({ at, value, level }) => ({ at, value, level })),
      },
    ];
  });
}

const unrounded: readonly ReadingKindName[] = ['glucose', 'weight', 'bmi', 'temperature'];
const whole = (kind: ReadingKindName) => !unrounded.includes(kind);

/** Returns 收缩压正常 90–139; the upper limit of whole numbers is the last normal one. */
export function bandOf(name: string, kind: ReadingKindName, band: SeriesAnswer['band']): Band[] {
  if (!band || (band.low === null && band.high === null)) return [];
  const { low, high } = band;
  const shown = high === null ? null : whole(kind) ? high - 1 : kind === 'temperature' ? (high - 0.1).toFixed(1) : high;
  const text = low === null ? `≤ ${shown}` : shown === null ? `≥ ${low}` : `${low}–${shown}`;
  return [{ ...(low !== null && { low }), ...(high !== null && { high }), label: `${name}正常 ${text}` }];
}

const remarks: Partial<Record<Step, string>> = { hour: '每小时', day: '每天' };
function remarkOf({ summary }: { summary: string }, step: Step): string | undefined {
  if (step === 'raw') return undefined;
  const of = remarks[step] ?? '';
  return summary === 'mean' ? `${of}均值与范围` : summary === 'highest' ? `${of}最高` : of;
}

/**
 * Returns the panel of a sign: pressure as two lines, glucose by meal, counters and times as bars.
 * @param answers of the sign's kinds in their order; of glucose all values, then those of `bandMeal`
 */
export function panelOf(
  sign: Sign,
  answers: readonly (SeriesAnswer | undefined)[],
  height?: number,
): Panel | undefined {
  const [main, second] = answers;
  if (!main) return undefined;
  const kind = sign.key;
  const remark = remarkOf(readingKinds[kind], main.step);
  const look = { title: sign.title, unit: sign.unit, decimals: sign.decimals, step: main.step };
  const shown = { ...look, ...(remark && { remark }), ...(height && { height }) };
  if (kind === 'glucose') return { ...shown, series: mealSeries(main), bands: glucoseBand(main, second) };
  const series = sign.kinds.flatMap((own, place) => {
    const answer = answers[place];
    return answer ? [seriesOf(own, answer)] : [];
  });
  const bands = series.some(({ bars }) => bars) ? [] : bandOf(sign.kinds.length > 1 ? '收缩压' : '', kind, main.band);
  return { ...shown, series, bands };
}

/** Returns the meal whose range a chart of glucose shows: fasting before two hours after; undefined: of other values. */
export function bandMeal(main: Pick<SeriesAnswer, 'values'> | undefined): 'fasting' | 'after_2h' | undefined {
  return (['fasting', 'after_2h'] as const).find((meal) => main?.values.some((value) => value.meal === meal));
}

function glucoseBand(main: SeriesAnswer, ofMeal: SeriesAnswer | undefined): Band[] {
  const meal = bandMeal(main);
  return meal ? bandOf(meals[meal], 'glucose', ofMeal?.band ?? null) : bandOf('', 'glucose', main.band);
}
