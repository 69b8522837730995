/** Stored battery level in percent, with its time in ms since 1970. */
export interface Level {
  at: number;
  value: number;
}

/** Falling run of a battery since the last rise, as the sums for a least-squares line. */
export interface Run {
  /** First and last level, ms since 1970. */
  from: number;
  to: number;
  /** The last level, percent. */
  value: number;
  /** Number of levels; sums of times (h since the first), levels, squared times, and times multiplied by levels. */
  n: number;
  t: number;
  v: number;
  tt: number;
  tv: number;
}

const hour = 3_600_000;
/** Minimum levels, and minimum ms between first and last level, for a line. */
const fewest = 3;
const shortest = 6 * hour;
/** Longest forecast, days: beyond it the line is nearly level and means nothing. */
const furthest = 999;
/** Longest gap between two levels, ms: a longer one, or a wrong clock, starts a new run. */
const longest = 60 * 24 * hour;
/** Tolerated rounding error below a whole day. */
const rounding = 1e-6;

/** Returns the run with one more level: a rise starts a new run; a level older than the last one is ignored. */
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
 * Returns the remaining battery life in days (domain.md 6.18): extends the least-squares line of the run from the last
 * level to zero. Null with fewer than 3 levels, under 6 h, or without a fall.
 */
export function batteryDays({ from, to, n, t, v, tt, tv }: Run): number | null {
  if (n < fewest || to - from < shortest) return null;
  const slope = (tv - (t * v) / n) / (tt - (t * t) / n);
  if (slope >= 0) return null;
  const level = Math.max(0, v / n + slope * ((to - from) / hour - t / n));
  const days = Math.floor(level / -slope / 24 + rounding);
  return days > furthest ? null : days;
}
