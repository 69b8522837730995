/** Returns the median of at least one number. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
}

/** Usual range of a figure: median and median absolute deviation, unscaled, of the nights that have it. */
export interface Usual {
  median: number;
  mad: number;
  nights: number;
}

/** Nights of a usual range, and those it needs. */
export const usualNights = 14;
const leastNights = 7;

/** Returns the usual range of a figure; null for fewer than 7 nights with a value. */
export function usualOf(values: readonly (number | null)[]): Usual | null {
  const present = values.filter((value) => value !== null);
  if (present.length < leastNights) return null;
  const median = medianOf(present);
  return { median, mad: medianOf(present.map((value) => Math.abs(value - median))), nights: present.length };
}
