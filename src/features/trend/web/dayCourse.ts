import { readingKinds } from '#shared/health/readingKinds.ts';
import { dayOf } from '#web/data/format.ts';
import { everyOf, type SeriesAnswer } from './panel.ts';
import type { Sign } from './signs.ts';

const dayMs = 86_400_000;

/**
 * Returns the mean of each day for a small line: days without values lie on the line between their neighbours where a
 * chart would draw one, else they are null, a gap.
 * @param meal only the values of this meal
 */
export function dayCourse(
  { key }: Pick<Sign, 'key'>,
  { points, values }: Pick<SeriesAnswer, 'points' | 'values'>,
  days: readonly string[],
  zone: string,
  meal: string | null = null,
): (number | null)[] {
  const isPoints = readingKinds[key].summary === 'points';
  const own = isPoints
    ? values
        .filter((each) => key !== 'glucose' || each.meal === meal)
        .map(({ at, value }) => ({ at, avg: value, n: 1 }))
    : points;
  const byDay = Map.groupBy(own, ({ at }) => dayOf(at, zone));
  const means = days.map((day) => {
    const found = byDay.get(day);
    const count = found?.reduce((total, { n }) => total + n, 0) ?? 0;
    return found && count > 0 ? found.reduce((total, { avg, n }) => total + avg * n, 0) / count : null;
  });
  return isPoints ? bridged(means, (everyOf(own, true) / dayMs) * 1.5) : means;
}

/** Puts missing days on the line between their neighbours, where these are at most `reach` days apart. */
function bridged(means: readonly (number | null)[], reach: number): (number | null)[] {
  return means.map((mean, day) => {
    if (mean !== null) return mean;
    const before = means.findLastIndex((each, place) => place < day && each !== null);
    const after = means.findIndex((each, place) => place > day && each !== null);
    const [from, to] = [means[before], means[after]];
    if (typeof from !== 'number' || typeof to !== 'number' || after - before > reach) return null;
    return from + ((to - from) * (day - before)) / (after - before);
  });
}
