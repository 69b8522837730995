import { type BandRow, type BandSets, unrounded } from './bands.ts';

/** Normal range: `low` inclusive, `high` exclusive; null where it is open. */
export interface NormalBand {
  low: number | null;
  high: number | null;
}

/** Returns the normal range of a row; values of no band. */
export function normalRange({ bands }: Pick<BandRow, 'bands'>): NormalBand {
  const edges = bands.flatMap(({ from, to }) => [from, to]).filter((edge) => edge !== undefined);
  const isFree = (value: number) => !bands.some(({ from = -Infinity, to = Infinity }) => value >= from && value < to);
  const low = bands.flatMap(({ to }) => (to !== undefined && isFree(to) ? [to] : []))[0] ?? null;
  const high = edges.filter((edge) => low === null || edge > low).sort((a, b) => a - b)[0] ?? null;
  return { low, high };
}

/** Returns the range that is normal in all of these. */
export function narrowest(ranges: readonly NormalBand[]): NormalBand {
  const lows = ranges.flatMap(({ low }) => low ?? []);
  const highs = ranges.flatMap(({ high }) => high ?? []);
  return { low: lows.length > 0 ? Math.max(...lows) : null, high: highs.length > 0 ? Math.min(...highs) : null };
}

/** Half of the last digit of a kind that is rounded before it is judged, and what floating point may be off. */
const slackOf = (kind: string) => (unrounded.has(kind) ? 0 : kind === 'temperature' ? 0.05 : 0.5) + 1e-6;

/** Returns the range outside of which a value of a kind, not yet rounded, may have a level, awake or asleep, after any meal. */
export function judgedRange(sets: BandSets | undefined, kind: string): NormalBand {
  const rows = sets ? [...sets.own, ...sets.illnesses.flat(), ...sets.house] : [];
  const { low, high } = narrowest(rows.filter((row) => row.kind === kind).map(normalRange));
  const slack = slackOf(kind);
  return { low: low === null ? null : low + slack, high: high === null ? null : high - slack };
}

/** Returns the normal range of the bands that apply while somebody is awake; null where there are none. */
export function normalBand(sets: BandSets | undefined, kind: string, meal: string | null): NormalBand | null {
  const rowIn = (rows: readonly BandRow[]) => {
    const ofKind = rows.filter((row) => row.kind === kind && !row.asleep);
    return ofKind.find((row) => row.meal === meal) ?? ofKind.find((row) => row.meal === null);
  };
  return bandBy(sets, rowIn);
}

/** Returns the normal range while somebody is asleep: by the bands for sleep, else by those for being awake. */
export function asleepBand(sets: BandSets | undefined, kind: string): NormalBand | null {
  return bandBy(sets, (rows) => {
    const ofKind = rows.filter((row) => row.kind === kind && row.meal === null);
    return ofKind.find((row) => row.asleep) ?? ofKind.find((row) => !row.asleep);
  });
}

/** Returns the range of the person's row, else of those of illnesses, else of the house's. */
function bandBy(
  sets: BandSets | undefined,
  rowIn: (rows: readonly BandRow[]) => BandRow | undefined,
): NormalBand | null {
  if (!sets) return null;
  const own = rowIn(sets.own);
  if (own) return normalRange(own);
  const ofIllnesses = sets.illnesses.flatMap((rows) => rowIn(rows) ?? []);
  if (ofIllnesses.length > 0) return narrowest(ofIllnesses.map(normalRange));
  const house = rowIn(sets.house);
  return house ? normalRange(house) : null;
}
