import { inside, joined, lengthOf, outside, type Span } from './span.ts';

/** Value at an instant, ms since 1970. */
export interface Sample {
  at: number;
  value: number;
}

/** Returns the samples in order; of several of one instant the last. */
export function ordered(samples: readonly Sample[]): Sample[] {
  const byInstant = new Map(samples.map((sample) => [sample.at, sample]));
  return [...byInstant.values()].sort((a, b) => a.at - b.at);
}

/** Returns the time in which a state holds: from its sample to the next one, the last one to the end of the window. */
export function statesOf(samples: readonly Sample[], window: Span): (Span & { value: number })[] {
  const all = ordered(samples);
  return all.flatMap(({ at, value }, index) => {
    const from = Math.max(at, window.from);
    const until = Math.min(all[index + 1]?.at ?? window.until, window.until);
    return from < until ? [{ from, until, value }] : [];
  });
}

/**
 * Returns the time in bed within a window.
 * @param samples `in_bed`, with the last one before the window; each value, or changes alone
 * @param silences time in which the device said nothing: nobody is in bed then as far as it says
 */
export function presenceOf(samples: readonly Sample[], silences: readonly Span[], window: Span): Span[] {
  const states = statesOf(samples, window);
  return outside(
    states.filter(({ value }) => value === 1),
    silences,
  );
}

/** Presence that belongs together. */
export interface Stay extends Span {
  /** Time in bed. */
  inBed: Span[];
  /** Time out of bed between. */
  exits: Span[];
  /** Time between of which the device said nothing. */
  silent: Span[];
}

/** Joins presence with at most `joinMs` between. */
export function staysOf(presence: readonly Span[], silences: readonly Span[], joinMs: number): Stay[] {
  return joined(presence, joinMs).map((stay) => {
    const inBed = inside([stay], presence);
    const between = outside([stay], inBed);
    return { ...stay, inBed, exits: outside(between, silences), silent: inside(between, silences) };
  });
}

/** Divides the stays of a day: the longest that touches the night's hours is the night, the others are naps. */
export function nightOf(stays: readonly Stay[], hours: Span): { night: Stay | null; naps: Stay[] } {
  const touching = stays.filter(({ from, until }) => from < hours.until && until > hours.from);
  const [first = null] = touching.toSorted((a, b) => b.until - b.from - (a.until - a.from) || a.from - b.from);
  return { night: first, naps: stays.filter((stay) => stay !== first) };
}

/** Width of a bin of heart, breath and motion, ms. */
export const binMs = 5 * 60_000;
/** Bins of a night below which nothing is said of how often a device reports. */
const fewBins = 6;
/** Missing bins after which a device that reports steadily was silent. */
const silentBins = 3;

/**
 * Returns the time in bed for which a device that reports steadily sent nothing for `least` bins; none for one that
 * reports seldom, e.g. only changes. `bins` are the starts of those with a value.
 */
export function missingOf(inBed: readonly Span[], bins: readonly number[], least: number): Span[] {
  const times = [...new Set(bins)].sort((a, b) => a - b);
  if (times.length < fewBins) return [];
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? binMs;
  if (middle > binMs) return [];
  const covered = times.map((at) => ({ from: at, until: at + binMs }));
  return outside(inBed, covered).filter((gap) => lengthOf([gap]) >= least);
}

/** Returns the silences of a device that reports steadily: nothing of any kind for 15 min of the time in bed. */
export function silencesOf(inBed: readonly Span[], bins: readonly number[]): Span[] {
  return missingOf(inBed, bins, silentBins * binMs);
}
