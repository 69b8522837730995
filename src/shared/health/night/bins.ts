/** Values of one kind within 5 min: start in ms, number, least, greatest and sum. */
export interface Bin {
  at: number;
  n: number;
  min: number;
  max: number;
  sum: number;
}

export interface Range {
  min: number;
  avg: number;
  max: number;
}

/** Returns least, mean and greatest of the bins; null without a value. */
export function rangeOf(bins: readonly Bin[]): Range | null {
  const n = sumOf(bins, 'n');
  if (n === 0) return null;
  const min = Math.min(...bins.map((bin) => bin.min));
  return { min, avg: sumOf(bins, 'sum') / n, max: Math.max(...bins.map((bin) => bin.max)) };
}

/** Returns the sum over the bins; 0 for none. */
export function sumOf(bins: readonly Bin[], part: 'n' | 'sum'): number {
  return bins.reduce((sum, bin) => sum + bin[part], 0);
}

/** Returns how far a counter rose; one that fell began again at 0. Null without a value. */
export function riseOf(bins: readonly Bin[]): number | null {
  if (bins.length === 0) return null;
  let rise = 0;
  let last: number | null = null;
  for (const { min, max } of bins.toSorted((a, b) => a.at - b.at)) {
    const step = last === null ? 0 : min >= last ? min - last : min;
    rise += step + (max - min);
    last = max;
  }
  return rise;
}

/** Spread of heart within 5 min, /min, that one person hardly has lying. */
const wideSpread = 20;
const fewValues = 3;

/** Returns whether the heart values of most bins are those of two people: the sensor cannot tell them apart. */
export function looksLikeTwo(heart: readonly Bin[]): boolean {
  const judged = heart.filter(({ n }) => n >= fewValues);
  const wide = judged.filter(({ min, max }) => max - min >= wideSpread);
  return judged.length >= 6 && wide.length * 2 > judged.length;
}
