/** Returns the value below which the share `p` (0–1) of the sample lies; NaN for an empty sample. */
export function percentile(sample: readonly number[], p: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

/** Returns 12 ms, 1.2 s. */
export function ms(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** Returns p50, p95 and p99 of durations in ms. */
export function spread(sample: readonly number[]): string {
  return `${[0.5, 0.95, 0.99].map((p) => ms(percentile(sample, p))).join(' / ')} (${sample.length} samples)`;
}

/** Returns kilobytes (10^3) of bytes. */
export function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

/** One line of the results: measured quantity, target, value, and whether the target is met (null: no target). */
export interface Figure {
  what: string;
  aim: string;
  value: string;
  met: boolean | null;
}
