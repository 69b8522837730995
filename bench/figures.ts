/** The value below which the share `p` (0–1) of the sample lies; NaN for none. */
export function percentile(sample: readonly number[], p: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

/** 12 ms, 1.2 s. */
export function ms(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** p50, p95 and p99 of durations in ms. */
export function spread(sample: readonly number[]): string {
  return `${[0.5, 0.95, 0.99].map((p) => ms(percentile(sample, p))).join(' / ')} (${sample.length} samples)`;
}

/** Kilobytes (10^3) of bytes. */
export function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

/** One line of the results: what was measured, what it should be, what it is, and whether that is so (null: no aim). */
export interface Figure {
  what: string;
  aim: string;
  value: string;
  met: boolean | null;
}
