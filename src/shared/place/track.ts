import { distance } from '../distance.ts';
import { accuracyOf, type Fix } from './fix.ts';
import { distanceToSegment, planeAround } from './plane.ts';

const minute = 60_000;
/** Rules of a track (domain.md 6.14), metres, ms and metres per second. */
export const trackRules = {
  worstAccuracy: 200,
  jumpPoints: 3,
  jumpMetres: 150,
  jumpMs: 10 * minute,
  jumpSpeed: 40 / 3.6,
  stopMs: 10 * minute,
  stopMetres: 60,
  gapMs: 15 * minute,
} as const;

/** Why a point is out of the line. */
export type LeftOut = 'inaccurate' | 'jump';

/** A place where somebody stayed. */
export interface Stop {
  lat: number;
  lng: number;
  from: number;
  to: number;
}

/** Time without a position, ms. */
export interface Gap {
  from: number;
  to: number;
}

/** A track of one person in the order of time. */
export interface Track {
  /** For each point of the input why it is out of the line; null if it is in it. */
  leftOut: readonly (LeftOut | null)[];
  stops: readonly Stop[];
  gaps: readonly Gap[];
  /** Metres walked between stops, over no gap. */
  metres: number;
}

/** Whether some points between two others are a jump: off the way, and there and back too fast. */
function isJump(before: Fix, between: readonly Fix[], after: Fix): boolean {
  const { jumpMs, jumpMetres, jumpSpeed } = trackRules;
  if (after.at - before.at > jumpMs) return false;
  const plane = planeAround(before);
  const [start, end] = [plane(before), plane(after)];
  const isOff = (point: Fix) =>
    distanceToSegment(plane(point), start, end) > Math.max(jumpMetres, 3 * accuracyOf(point));
  if (!between.every(isOff)) return false;
  const way = [before, ...between, after];
  const metres = way.reduce((sum, point, i) => sum + (i === 0 ? 0 : distance(way[i - 1] as Fix, point)), 0);
  return metres / ((after.at - before.at) / 1000) > jumpSpeed;
}

/** Returns for each point why it is out of the line. */
function filtered(points: readonly Fix[]): (LeftOut | null)[] {
  const leftOut = points.map((point): LeftOut | null =>
    accuracyOf(point) > trackRules.worstAccuracy ? 'inaccurate' : null,
  );
  const usable = points.flatMap((point, i) => (leftOut[i] === null ? [{ point, i }] : []));
  let last = 0;
  while (last + 1 < usable.length) {
    const before = usable[last]?.point as Fix;
    const jump = [1, 2, trackRules.jumpPoints].find((count) => {
      const after = usable[last + count + 1]?.point;
      const between = usable.slice(last + 1, last + count + 1).map(({ point }) => point);
      return after !== undefined && isJump(before, between, after);
    });
    for (const { i } of usable.slice(last + 1, last + 1 + (jump ?? 0))) leftOut[i] = 'jump';
    last += 1 + (jump ?? 0);
  }
  return leftOut;
}

/** Middle of the points so far. */
class Middle {
  private n = 0;
  lat = 0;
  lng = 0;
  add({ lat, lng }: Fix): void {
    this.n++;
    this.lat += (lat - this.lat) / this.n;
    this.lng += (lng - this.lng) / this.n;
  }
}

/** Returns the index after the last point that stays within the radius of the middle of those from `start` on. */
function stayEnd(points: readonly Fix[], start: number, gapMs: number): { end: number; middle: Middle } {
  const middle = new Middle();
  middle.add(points[start] as Fix);
  let end = start + 1;
  for (; end < points.length; end++) {
    const point = points[end] as Fix;
    const isGap = point.at - (points[end - 1] as Fix).at > gapMs;
    // Somebody found again at the same place after a gap may have been away.
    if (isGap || distance(middle, point) > trackRules.stopMetres) break;
    middle.add(point);
  }
  return { end, middle };
}

/** Returns the usual time between two points in ms: the median; 0 for fewer than two points. */
function usualInterval(points: readonly Fix[]): number {
  const steps = points.slice(1).map((point, i) => point.at - (points[i] as Fix).at);
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/**
 * Reads a track: what is out of the line, stops (10 minutes within 60 m of their middle), gaps (15 minutes, or three times
 * the usual interval if that is longer), and the metres walked. Points are WGS-84 and in the order of time.
 */
export function readTrack(points: readonly Fix[]): Track {
  const leftOut = filtered(points);
  const line = points.filter((_, i) => leftOut[i] === null);
  const gapMs = Math.max(trackRules.gapMs, 3 * usualInterval(line));
  const stops: Stop[] = [];
  const gaps: Gap[] = [];
  let metres = 0;
  let i = 0;
  while (i < line.length) {
    const { end, middle } = stayEnd(line, i, gapMs);
    const [first, last] = [line[i] as Fix, line[end - 1] as Fix];
    const isStop = last.at - first.at >= trackRules.stopMs;
    if (isStop) stops.push({ lat: middle.lat, lng: middle.lng, from: first.at, to: last.at });
    const from = isStop ? end - 1 : i;
    const next = line[from + 1];
    const leaves = line[from] as Fix;
    if (next && next.at - leaves.at > gapMs) gaps.push({ from: leaves.at, to: next.at });
    else if (next) metres += distance(isStop ? { lat: middle.lat, lng: middle.lng } : leaves, next);
    i = from + 1;
  }
  return { leftOut, stops, gaps, metres };
}
