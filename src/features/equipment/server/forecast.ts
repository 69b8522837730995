/** A battery level that was kept. */
export interface Level {
  /** ms since 1970. */
  at: number;
  /** Percent. */
  value: number;
}

/** A run has to be so long before a line is drawn through it: points, and ms between the first and the last. */
const fewest = 3;
const shortest = 6 * 3_600_000;
/** A line that is nearly level tells nothing: further than this nobody plans, days. */
const furthest = 999;

/** The levels since the last rise, from the one that it rose to; oldest first, as they come in. */
function fallingRun(levels: readonly Level[]): readonly Level[] {
  let start = levels.length - 1;
  while (start > 0 && (levels[start - 1]?.value ?? 0) >= (levels[start]?.value ?? 0)) start -= 1;
  return levels.slice(Math.max(0, start));
}

/**
 * For how many more days a battery lasts (domain.md 6.18): a straight line by least squares through the falling run since
 * the last rise, followed from its last moment to zero. Null with fewer than 3 points or under 6 h, and where it does not fall.
 * @param levels oldest first
 */
export function batteryDays(levels: readonly Level[]): number | null {
  const run = fallingRun(levels);
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.length < fewest || last.at - first.at < shortest) return null;
  const n = run.length;
  const meanAt = run.reduce((sum, { at }) => sum + (at - first.at), 0) / n;
  const meanValue = run.reduce((sum, { value }) => sum + value, 0) / n;
  const spread = run.reduce((sum, { at }) => sum + (at - first.at - meanAt) ** 2, 0);
  const slope = run.reduce((sum, { at, value }) => sum + (at - first.at - meanAt) * (value - meanValue), 0) / spread;
  if (slope >= 0) return null;
  const level = meanValue + slope * (last.at - first.at - meanAt);
  const days = Math.floor(Math.max(0, level) / -slope / 86_400_000);
  return days > furthest ? null : days;
}
