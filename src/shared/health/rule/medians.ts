/** Returns the median of at least one number. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
}

/** Returns the median and the median absolute deviation from it, neither scaled. */
export function spreadOf(values: readonly number[]): { median: number; mad: number } {
  const median = medianOf(values);
  return { median, mad: medianOf(values.map((value) => Math.abs(value - median))) };
}

/** Returns how far a value is from a median in robust deviations: 0.6745 × (value − median) / max(MAD, floor) (clinical.md 3.5). */
export function robustZ(value: number, { median, mad }: { median: number; mad: number }, floor: number): number {
  return (0.6745 * (value - median)) / Math.max(mad, floor);
}

/** Value of a day; days are counted from any day. */
export interface DayValue {
  day: number;
  value: number;
}

/** Returns the Theil–Sen slope per day: the median of the slopes of all pairs. Needs values of two days. */
export function theilSen(values: readonly DayValue[]): number {
  const slopes = values.flatMap((a, index) =>
    values.slice(index + 1).flatMap((b) => (a.day === b.day ? [] : [(b.value - a.value) / (b.day - a.day)])),
  );
  return medianOf(slopes);
}
