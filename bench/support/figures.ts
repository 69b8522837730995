/** One line of the results: measured quantity, value, target, and whether the target is met (null: no target). */
export interface Figure {
  what: string;
  value: string;
  aim: string;
  met: boolean | null;
}

export function figure(what: string, value: string, aim = '', met: boolean | null = null): Figure {
  return { what, value, aim, met };
}

/** Returns p50, p95 and p99 of durations in ms; with a maximum, the p99 must be below it. */
export function delays(what: string, sample: readonly number[], maxP99?: number): Figure {
  const value = `${[0.5, 0.95, 0.99].map((p) => ms(percentile(sample, p))).join(' / ')} (${sample.length} samples)`;
  const named = figure(`${what}: p50 / p95 / p99`, value);
  if (maxP99 === undefined) return named;
  return { ...named, aim: `p99 < ${maxP99} ms`, met: percentile(sample, 0.99) < maxP99 };
}

/** Returns the value below which the share `p` (0–1) of the sample lies; NaN for an empty sample. */
export function percentile(sample: readonly number[], p: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns 12 ms, 1.2 s. */
export function ms(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** Returns kilobytes (10^3) of bytes. */
export function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

export function mb(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}
