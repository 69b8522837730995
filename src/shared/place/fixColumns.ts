import type { PositionSource } from './fix.ts';
import type { TriedFix } from './simulate.ts';

/**
 * Fixes in the order of time, as columns: each of `dt`, `lat` and `lng` is the difference to the fix before; `lat` and
 * `lng` begin with the whole value, `dt` with the distance to `t0`.
 */
export interface FixColumns {
  /** Time of the first fix, ms since 1970; null without a fix. */
  t0: number | null;
  /** Milliseconds. */
  dt: number[];
  /** Millionths of a degree, WGS-84. */
  lat: number[];
  lng: number[];
  /** Decimetres; null where the device gave none. */
  accuracy: (number | null)[];
  /** Places in `sources`. */
  source: number[];
  sources: (PositionSource | null)[];
  /** Places of the fixes that were received late. */
  late: number[];
}

const degrees = 1e6;
const metres = 10;

const differences = (values: readonly number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));

/** Packs fixes, rounded to a millisecond, a millionth of a degree and a decimetre of accuracy. */
export function packFixes(fixes: readonly TriedFix[]): FixColumns {
  const sources = [...new Set(fixes.map(({ source }) => source))];
  const [first] = fixes;
  const t0 = first ? Math.round(first.at) : null;
  return {
    t0,
    dt: differences(fixes.map(({ at }) => Math.round(at) - (t0 ?? 0))),
    lat: differences(fixes.map(({ lat }) => Math.round(lat * degrees))),
    lng: differences(fixes.map(({ lng }) => Math.round(lng * degrees))),
    accuracy: fixes.map(({ accuracy }) => (accuracy === null ? null : Math.round(accuracy * metres))),
    source: fixes.map(({ source }) => sources.indexOf(source)),
    sources,
    late: fixes.flatMap(({ late }, i) => (late ? [i] : [])),
  };
}

/** Returns the fixes of columns. */
export function unpackFixes({ t0, dt, lat, lng, accuracy, source, sources, late }: FixColumns): TriedFix[] {
  const isLate = new Set(late);
  let [at, north, east] = [t0 ?? 0, 0, 0];
  return dt.map((ms, i) => {
    at += ms;
    north += lat[i] ?? 0;
    east += lng[i] ?? 0;
    const decimetres = accuracy[i] ?? null;
    return {
      ...{ at, lat: north / degrees, lng: east / degrees, late: isLate.has(i) },
      accuracy: decimetres === null ? null : decimetres / metres,
      source: sources[source[i] ?? -1] ?? null,
    };
  });
}
