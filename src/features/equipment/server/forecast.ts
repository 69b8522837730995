/** A level in percent that was kept, and when, ms since 1970. */
export interface Level {
  at: number;
  value: number;
}

/** A battery's falling run since the last rise, as the sums that a straight line by least squares needs. */
export interface Run {
  /** Of its first and its last level, ms since 1970. */
  from: number;
  to: number;
  /** The last level, percent. */
  value: number;
  /** How many levels; sums of their times (h since the first), of the levels, of the squares of the times, and of both multiplied. */
  n: number;
  t: number;
  v: number;
  tt: number;
  tv: number;
}

const hour = 3_600_000;
/** A run has to be so long before a line is drawn through it: levels, and ms between the first and the last. */
const fewest = 3;
const shortest = 6 * hour;
/** A line that is nearly level tells nothing: further than this nobody plans, days. */
const furthest = 999;
/** Silence between two levels, ms: what was before a longer one, or by a clock that was wrong, says nothing. */
const longest = 60 * 24 * hour;
/** What a sum of fractions may be short of a whole day. */
const rounding = 1e-6;

/** The run with one more level: a rise begins a new one, what came later than a newer one is no part of it. */
export function extended(run: Run | undefined, { at, value }: Level): Run {
  if (run && at < run.to) return run;
  const goesOn = run && value <= run.value && at - run.to < longest;
  const previous = goesOn ? run : { from: at, n: 0, t: 0, v: 0, tt: 0, tv: 0 };
  const t = (at - previous.from) / hour;
  return {
    from: previous.from,
    to: at,
    value,
    n: previous.n + 1,
    t: previous.t + t,
    v: previous.v + value,
    tt: previous.tt + t * t,
    tv: previous.tv + t * value,
  };
}

/**
 * For how many more days a battery lasts (domain.md 6.18): the line through its falling run, followed from the last level
 * to zero. Null with fewer than 3 levels or under 6 h, and where it does not fall.
 */
export function batteryDays({ from, to, n, t, v, tt, tv }: Run): number | null {
  if (n < fewest || to - from < shortest) return null;
  const slope = (tv - (t * v) / n) / (tt - (t * t) / n);
  if (slope >= 0) return null;
  const level = Math.max(0, v / n + slope * ((to - from) / hour - t / n));
  const days = Math.floor(level / -slope / 24 + rounding);
  return days > furthest ? null : days;
}
