import type { Bin } from '#shared/health/night/bins.ts';
import type { Night } from '#shared/health/night/reckon.ts';
import type { Span } from '#shared/health/night/span.ts';

type Pair = [from: number, to: number];
type Value = [at: number, min: number, avg: number, max: number];

/** Lists of a night as stored: seconds after its beginning. */
export interface Detail {
  segments: [from: number, to: number, stage: number][];
  exits: Pair[];
  /** With 1 for weak signal. */
  gaps: [from: number, to: number, weak: number][];
  naps: Pair[];
  heart: Value[];
  breath: Value[];
  motion: Value[];
}

/** Returns the lists of a night as they are stored. */
export function detailOf(night: Night): Detail {
  const after = (at: number) => Math.round((at - night.bedFrom) / 1000);
  const pair = ({ from, until }: Span): Pair => [after(from), after(until)];
  const value = ({ at, n, min, max, sum }: Bin): Value => [after(at), min, Math.round((sum / n) * 100) / 100, max];
  return {
    segments: night.segments.map((segment) => [...pair(segment), segment.stage]),
    exits: night.exitList.map(pair),
    gaps: night.gaps.map((gap) => [...pair(gap), gap.weak ? 1 : 0]),
    naps: night.naps.map(pair),
    heart: night.heart.map(value),
    breath: night.breath.map(value),
    motion: night.motion.map(value),
  };
}

/** Returns the lists of a stored night with instants. */
export function listsOf(bedFrom: string, detail: Detail) {
  const start = Date.parse(bedFrom);
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const span = ([from, to]: readonly [number, number, ...unknown[]]) => ({ from: at(from), to: at(to) });
  const point = ([second, min, avg, max]: Value) => ({ at: at(second), min, avg, max });
  return {
    segments: detail.segments.map((segment) => ({ ...span(segment), stage: segment[2] })),
    exitList: detail.exits.map(span),
    gaps: detail.gaps.map((gap) => ({ ...span(gap), weak: gap[2] === 1 })),
    naps: detail.naps.map(span),
    heart: detail.heart.map(point),
    breath: detail.breath.map(point),
    motion: detail.motion.map(point),
  };
}
