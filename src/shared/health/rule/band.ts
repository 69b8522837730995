import type { ReadingLevel } from '../bands.ts';
import { readingKinds } from '../readingKinds.ts';
import type { BandDefinition, RuleOfKind } from './definition.ts';
import type { Firing, Result } from './firing.ts';
import { isPastInner, limitOf, type Point, type Sample, type Side } from './sample.ts';

/** Values in a row that have a level or a worse one. */
interface Run {
  count: number;
  /** Time that they stand for, ms. */
  covered: number;
}

/** State of a rule `band`. Absent while values are within their bands and nothing fires. */
export interface BandState {
  side: Side;
  runs: Partial<Record<ReadingLevel, Run>>;
  /** Level that fires. */
  fired: ReadingLevel | null;
  /** Time past the inner limit, ms. */
  back: number;
  /** Newest value judged, ms since 1970. */
  last: number;
  /** The run's values, newest last. */
  trail: Point[];
}

/** Values of a run that evidence shows. */
const trailLength = 20;
const levels: readonly ReadingLevel[] = [1, 2, 3];
/** Longest time between two values of a steady series that is no gap, ms. */
const shortestGap = 90_000;

/** Deadbands by sign, in its unit (clinical.md 3.6). */
export const deadbands: Readonly<Record<string, number>> = {
  heart_rate: 5,
  breath_rate: 2,
  spo2: 1,
  systolic: 5,
  diastolic: 5,
  temperature: 0.2,
};

/** Signs of which single values are measured: the time between two of them is no gap. */
export const isSpot = (metric: string): boolean =>
  (readingKinds as Record<string, { summary: string } | undefined>)[metric]?.summary === 'points';

const noRuns = (side: Side, last: number): BandState => ({ side, runs: {}, fired: null, back: 0, last, trail: [] });

/** Time since the value before: how much the value stands for, and whether values are missing. */
export interface Spacing {
  covered: number;
  isGap: boolean;
}

/**
 * Returns the spacing of a value by the rhythm of those before it: it stands for the time since the last one, at most for
 * one usual distance. A longer pause than 1.5 usual distances, and than 90 s, is a gap.
 * @param before values before it, oldest first
 */
export function spacingOf(before: readonly Point[], at: number): Spacing {
  const times = [...before.slice(-8).map((point) => point.at), at];
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const earlier = distances.slice(0, -1).sort((a, b) => a - b);
  const usual = Math.min(3_600_000, Math.max(10_000, earlier[earlier.length >> 1] ?? distances[0] ?? 60_000));
  const distance = distances.at(-1) ?? usual;
  return { covered: Math.min(distance, usual), isGap: distance > Math.max(shortestGap, usual * 1.5) };
}

function withOut(state: BandState, sample: Sample & { level: ReadingLevel; side: Side }, covered: number): BandState {
  const { side, level, at, value } = sample;
  const former = state.side === side ? state.runs : {};
  const runs: BandState['runs'] = {};
  for (const one of levels) {
    if (level > one) continue;
    const run = former[one] ?? { count: 0, covered: 0 };
    runs[one] = { count: run.count + 1, covered: run.covered + covered };
  }
  const trail = Object.keys(former).length === 0 ? [] : state.trail;
  return { ...state, side, runs, back: 0, last: at, trail: [...trail, { at, value }].slice(-trailLength) };
}

function withIn(state: BandState, sample: Sample, covered: number, definition: BandDefinition): BandState {
  const deadband = definition.back ?? deadbands[sample.metric] ?? 0;
  const back = isPastInner(sample, state.side, deadband) ? state.back + covered : 0;
  const isBack = back >= definition.clearMinutes * 60_000;
  return { ...state, runs: {}, back, fired: isBack ? null : state.fired, last: sample.at };
}

function satisfied(runs: BandState['runs'], { times, minutes = 0 }: BandDefinition): ReadingLevel | undefined {
  return levels.find((level) => {
    const run = runs[level];
    if (!run) return false;
    return times === undefined ? run.count >= 2 && run.covered >= minutes * 60_000 : run.count >= times;
  });
}

/** A value that came after a newer one: it joins the run that it was missing from, and ends none. */
function withLate(state: BandState, { side, level, at, value }: Sample): BandState {
  const runs = { ...state.runs };
  const isOut = side === state.side && level !== null;
  if (!isOut || state.trail.some((point) => point.at === at)) return state;
  for (const one of levels) {
    const run = runs[one];
    if (run && level <= one) runs[one] = { ...run, count: run.count + 1 };
  }
  const trail = [...state.trail, { at, value }].sort((a, b) => a.at - b.at).slice(-trailLength);
  return { ...state, runs, trail };
}

function follow(state: BandState | null, sample: Sample, spacing: Spacing, definition: BandDefinition) {
  const { level, side, at } = sample;
  if (state && at <= state.last) return withLate(state, sample);
  const isGap = spacing.isGap && !isSpot(sample.metric);
  const base = state && { ...state, runs: isGap ? {} : state.runs };
  if (level !== null && side !== null)
    return withOut(base ?? noRuns(side, at), { ...sample, level, side }, spacing.covered);
  return base && withIn(base, sample, spacing.covered, definition);
}

/**
 * Judges a value by a rule `band` (clinical.md 3.5, 3.6): values out of the bands that follow each other, by count or by the
 * time that they cover; back past the inner limit for a time. A gap resets the count and clears nothing.
 */
export function judgeBand(
  { definition }: RuleOfKind<'band'>,
  state: BandState | null,
  sample: Sample,
  before: readonly Point[],
): Result<BandState> {
  const next = follow(state, sample, spacingOf(before, sample.at), definition);
  if (!next) return { state: null, firing: null, isNew: false, isBack: false };
  const level = satisfied(next.runs, definition);
  const isNew = level !== undefined && (next.fired === null || level < next.fired);
  const fired = isNew ? level : next.fired;
  const isBack = state?.fired != null && fired === null;
  const isIdle = fired === null && Object.keys(next.runs).length === 0;
  return {
    state: isIdle ? null : { ...next, fired },
    firing: level === undefined || sample.level === null ? null : firingOf(next, sample, level, definition),
    isNew,
    isBack,
  };
}

function firingOf(state: BandState, sample: Sample, level: ReadingLevel, definition: BandDefinition): Firing {
  const { value, metric, rows, at } = sample;
  return {
    at,
    level,
    side: state.side,
    value,
    limit: limitOf(rows, level, state.side),
    samples: state.trail.map((point) => ({ metric, ...point })),
    said:
      definition.times === undefined
        ? { minutes: Math.round((state.runs[level]?.covered ?? 0) / 60_000) }
        : { times: state.runs[level]?.count ?? 1 },
  };
}
