import { readingApi } from '#features/reading/contract.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import type { RuleKind } from '#shared/health/rule/definition.ts';
import { medianOf } from '#shared/health/rule/medians.ts';
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

/** Returns the sign that a curve shows for a rule. */
const shownSign = (kind: RuleKind, metric: string): ReadingKindName | undefined =>
  kind !== 'news2' && metric in readingKinds ? (metric as ReadingKindName) : undefined;

/** Returns the values of the tried time: those that are measured one by one, of the others the means of hours. */
export function useSeries(
  { kind, metric }: { kind: RuleKind; metric: string },
  customerId: string | undefined,
  { from, to }: { from: string; to: string },
): Course | undefined {
  const sign = shownSign(kind, metric);
  const { data } = useCall(
    readingApi.getReadingSeries,
    { customerId: customerId ?? '0', kind: sign ?? 'heart_rate', from, to, step: 'auto' },
    { enabled: customerId !== undefined && sign !== undefined && can('archive:list'), staleTime: 60_000 },
  );
  if (!data || sign === undefined || customerId === undefined) return undefined;
  const { points, step } = data;
  const isMeasured = readingKinds[sign].summary === 'points';
  const times = points.map(({ at }) => Date.parse(at));
  const distance = (times[1] ?? 0) - (times[0] ?? 0);
  return {
    points: points.map(({ at, avg, min, max, n }) => ({ at, value: avg, min, max, n })),
    step: isMeasured ? 'raw' : step,
    every: isMeasured ? bridged(times) : Math.max(distance, hour),
  };
}
