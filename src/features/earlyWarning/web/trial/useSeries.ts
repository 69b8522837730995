import { readingApi } from '#features/reading/contract.ts';
import { sleepApi } from '#features/sleep/contract.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import type { RuleKind } from '#shared/health/rule/definition.ts';
import { medianOf } from '#shared/health/rule/medians.ts';
import { instantAt } from '#shared/place/wallClock.ts';
import { can } from '#web/api/session.ts';
import type { Step, TrendPoint } from '#web/chart/series.ts';
import { useCall } from '#web/screen/useCall.ts';

export interface Course {
  points: readonly TrendPoint[];
  step: Step;
  /** Longest distance that the line bridges, ms. */
  every: number | undefined;
}

const hour = 3_600_000;
/** Shortest distance of two measured values that is a gap, ms. */
const shortestGap = 24 * hour;

/** Returns the distance that a line bridges: twice the usual one of the values, ms. */
function bridged(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return Math.max(shortestGap, 2 * (distances.length > 0 ? medianOf(distances) : 0)) / 1.5;
}

/** Returns the sign that a curve shows for a rule, as it is measured; of rules of nights the nights are shown. */
function shownSign({ kind, metric }: Shown): ReadingKindName | undefined {
  if (kind === 'news2' || isNightly({ kind, metric }) || !(metric in readingKinds)) return undefined;
  return metric as ReadingKindName;
}

interface Shown {
  kind: RuleKind;
  metric: string;
}

interface Span {
  from: string;
  to: string;
}

const isNightly = ({ kind, metric }: Shown) => (kind === 'trend' || kind === 'baseline') && metric !== 'weight';

/** Returns the span in two: hours are only given of spans up to 20 days. */
function halves({ from, to }: Span): readonly [Span, Span] {
  const middle = Math.floor((Date.parse(from) + Date.parse(to)) / 2 / hour) * hour;
  const at = new Date(middle).toISOString();
  return [
    { from, to: at },
    { from: at, to },
  ];
}

function useHalf(sign: ReadingKindName | undefined, customerId: string | undefined, span: Span) {
  return useCall(
    readingApi.getReadingSeries,
    { customerId: customerId ?? '0', kind: sign ?? 'heart_rate', ...span, step: 'auto' },
    { enabled: customerId !== undefined && sign !== undefined && can('archive:list'), staleTime: 60_000 },
  ).data;
}

/** Returns the means of nights at the noons on which they are known. */
function useNights(shown: Shown, customerId: string | undefined, { from, to }: Span): Course | undefined {
  const enabled = customerId !== undefined && isNightly(shown) && can('sleep:list');
  const input = { customerId: customerId ?? '0', days: 30 as const };
  const { data } = useCall(sleepApi.getSleepTrend, input, { enabled, staleTime: 60_000 });
  if (!data || !enabled) return undefined;
  const points = data.flatMap(({ night, zone, hr, rr }) => {
    const value = (shown.metric === 'heart_rate' ? hr : rr)?.avg;
    return value === undefined ? [] : [{ at: instantAt(`${night}T12:00:00`, zone), value }];
  });
  return { points: points.filter(({ at }) => at >= from && at < to), step: 'raw', every: 24 * hour };
}

/** Returns the values of the tried time: those that are measured one by one, nights, else the means of hours. */
export function useSeries(shown: Shown, customerId: string | undefined, span: Span): Course | undefined {
  const sign = shownSign(shown);
  const [before, after] = halves(span);
  const [first, second] = [useHalf(sign, customerId, before), useHalf(sign, customerId, after)];
  const nights = useNights(shown, customerId, span);
  if (nights) return nights;
  if (!first || !second || sign === undefined || customerId === undefined) return undefined;
  const points = [...first.points, ...second.points];
  const isMeasured = readingKinds[sign].summary === 'points';
  return {
    points: points.map(({ at, avg, min, max, n }) => ({ at, value: avg, min, max, n })),
    step: isMeasured ? 'raw' : first.step,
    every: isMeasured ? bridged(points.map(({ at }) => Date.parse(at))) : hour,
  };
}
