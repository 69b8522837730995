import type { RuleOfKind } from './definition.ts';
import { type Result, silent } from './firing.ts';
import { type DayValue, medianOf, robustZ, spreadOf, theilSen } from './medians.ts';

/** Floors of the deviation by sign, in its unit (clinical.md 3.5). */
const floors: Readonly<Record<string, number>> = { heart_rate: 1.5, breath_rate: 0.5 };
/** Nights that a baseline needs. */
const leastNights = 7;
const dayMs = 86_400_000;

/** State of a rule of days that fires. */
export interface DayState {
  /** Day of the first value that fired: values from it on teach nothing. */
  since: number;
  level: 2 | 3 | 4 | 1;
}

/** Values of one sign by day, oldest first; the last one is judged. */
export type Days = readonly DayValue[];

/** Judges the newest night by a rule `baseline`: its robust z against the nights before. Frozen while it fires. */
export function judgeBaseline(
  { definition: { nights, watch, warn }, metric }: RuleOfKind<'baseline'>,
  state: DayState | null,
  days: Days,
): Result<DayState> {
  const newest = days.at(-1);
  if (!newest) return silent(state);
  const end = state?.since ?? newest.day;
  const learned = days.filter(({ day }) => day < end).slice(-nights);
  if (learned.length < leastNights) return silent(state);
  const spread = spreadOf(learned.map(({ value }) => value));
  const z = robustZ(newest.value, spread, floors[metric] ?? 1);
  if (Math.abs(z) < watch) return { ...silent<DayState>(), isBack: state !== null };
  const level = Math.abs(z) >= warn ? 2 : 3;
  const isNew = !state || level < state.level;
  return {
    state: isNew ? { since: state?.since ?? newest.day, level } : state,
    firing: {
      ...{ at: newest.day * dayMs, level, side: z > 0 ? 'high' : 'low', value: newest.value, limit: spread.median },
      samples: days.slice(-nights - 1).map(({ day, value }) => ({ metric, at: day * dayMs, value })),
      said: { z, median: spread.median, nights: learned.length },
    },
    isNew,
    isBack: false,
  };
}

/** Returns the change of a line through the values over the window, in percent of its beginning. */
function percentOf(values: Days, slope: number, days: number): number {
  const first = values[0];
  if (!first) return 0;
  const begin = medianOf(values.map(({ day, value }) => value - slope * (day - first.day)));
  return ((slope * days) / begin) * 100;
}

/** Judges the newest day by a rule `trend`: the Theil–Sen slope over a window with values on 60 % of its days. */
export function judgeTrend(
  { definition: { days: length, perDay, percent }, level, metric }: RuleOfKind<'trend'>,
  state: DayState | null,
  days: Days,
): Result<DayState> {
  const newest = days.at(-1);
  if (!newest) return silent(state);
  const values = days.filter(({ day }) => day >= newest.day - length);
  if (values.length < 2 || new Set(values.map(({ day }) => day)).size < length * 0.6) return silent(state);
  const slope = theilSen(values);
  const change = perDay === undefined ? percentOf(values, slope, length) : slope;
  const limit = perDay ?? percent ?? 0;
  if (change * Math.sign(limit) < Math.abs(limit)) return { ...silent<DayState>(), isBack: state !== null };
  return {
    state: state ?? { since: newest.day, level: level ?? 4 },
    firing: {
      ...{ at: newest.day * dayMs, level: level ?? 4, side: limit > 0 ? 'high' : 'low', value: newest.value, limit },
      samples: values.map(({ day, value }) => ({ metric, at: day * dayMs, value })),
      said: { days: length, ...(perDay === undefined ? { percent: change } : { perDay: change }) },
    },
    isNew: !state,
    isBack: false,
  };
}
