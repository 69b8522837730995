import { type BandRow, levelIn, type ReadingLevel, unrounded } from '../bands.ts';
import { rounded } from '../news2.ts';
import { normalRange } from '../normalBand.ts';

export type Side = 'high' | 'low';

/** Value of a sign at an instant, ms since 1970. */
export interface Point {
  at: number;
  value: number;
}

/** Usable value of one person and sign, rounded as the sign is judged. */
export interface Sample extends Point {
  metric: string;
  /** Null: within the bands that apply to it, or without bands. */
  level: ReadingLevel | null;
  side: Side | null;
  /** Bands that apply to it. */
  rows: readonly BandRow[];
}

/** Returns a value as the rules see it. @param rows bands that apply to the value */
export function sampleOf(metric: string, { at, value }: Point, rows: readonly BandRow[]): Sample {
  const sample: Sample = { metric, at, value: roundedAs(metric, value), level: null, side: null, rows };
  for (const row of rows) {
    const level = levelIn(row, sample.value);
    if (level === null || (sample.level !== null && sample.level <= level)) continue;
    sample.level = level;
    sample.side = isHigh(row, sample.value) ? 'high' : 'low';
  }
  return sample;
}

const roundedAs = (metric: string, value: number) => (unrounded.has(metric) ? value : rounded(metric, value));

function isHigh(row: BandRow, value: number): boolean {
  const { low, high } = normalRange(row);
  return low === null || (high !== null && value >= high);
}

/** Returns the edge from which on values have this level or a worse one, on one side; null where there is none. */
export function limitOf(rows: readonly BandRow[], level: number, side: Side): number | null {
  const edges = rows.flatMap((row) =>
    row.bands
      .filter((band) => band.level <= level && isHigh(row, band.from ?? -Infinity) === (side === 'high'))
      .flatMap(({ from, to }) => (side === 'high' ? from : to) ?? []),
  );
  if (edges.length === 0) return null;
  return side === 'high' ? Math.min(...edges) : Math.max(...edges);
}

/** Returns whether a value is past the inner limit: within its bands and `back` away from the edge of that side. */
export function isPastInner({ level, value, rows }: Sample, side: Side, back: number): boolean {
  if (level !== null) return false;
  return rows.every((row) => {
    const { low, high } = normalRange(row);
    if (side === 'high') return high === null || value < high - back - tiny;
    return low === null || value >= low + back - tiny;
  });
}

/** 37.3 − 0.2 is stored as 37.09999…. */
const tiny = 1e-9;
