import type { Position } from '#shared/district.ts';
import type { Gap, LeftOut, Stop } from '#shared/place/track.ts';
import { readTrack } from '#shared/place/track.ts';
import type { TrackAnswer, TrackPoint } from './decodeTrack.ts';

type Crossing = TrackAnswer['events'][number];

/** A position of the line. */
export type WayPoint = Position & { at: number };

/** A track as the page draws it. */
export interface Way {
  points: readonly TrackPoint[];
  leftOut: readonly (LeftOut | null)[];
  /** The line in pieces, one for each time without a gap; a stop is one place. */
  pieces: readonly (readonly WayPoint[])[];
  stops: readonly Stop[];
  gaps: readonly Gap[];
  crossings: readonly Crossing[];
  /** Times outside of fences. */
  outside: readonly Gap[];
  metres: number;
  from: number;
  to: number;
}

/** Returns the line in pieces between gaps, each stop as the place where it begins and ends. */
function piecesOf(
  points: readonly TrackPoint[],
  leftOut: readonly (LeftOut | null)[],
  stops: readonly Stop[],
  gaps: readonly Gap[],
): WayPoint[][] {
  const gapEnds = new Set(gaps.map(({ to }) => to));
  const pieces: WayPoint[][] = [[]];
  let next = 0;
  for (const [i, { at, lat, lng }] of points.entries()) {
    if (leftOut[i] !== null) continue;
    if (gapEnds.has(at) && pieces.at(-1)?.length) pieces.push([]);
    while ((stops[next]?.to ?? Number.POSITIVE_INFINITY) < at) next++;
    const stop = stops[next];
    const stays = stop !== undefined && stop.from <= at;
    // Within a stop only its first and last point count, at its place.
    if (stays && at !== stop.from && at !== stop.to) continue;
    pieces.at(-1)?.push(stays ? { at, lat: stop.lat, lng: stop.lng } : { at, lat, lng });
  }
  return pieces.filter((piece) => piece.length > 0);
}

const goesOut = (kind: Crossing['kind']) => kind === 'leave' || kind === 'enter';

/** Returns the times outside of safe fences or inside of forbidden ones; before the first event the last one is unknown. */
export function outsideOf(crossings: readonly Crossing[], from: number, to: number): Gap[] {
  const out: Gap[] = [];
  for (const fenceId of new Set(crossings.map((crossing) => crossing.fenceId))) {
    let since: number | null = null;
    for (const { kind, at } of crossings.filter((crossing) => crossing.fenceId === fenceId)) {
      const time = Date.parse(at);
      if (goesOut(kind)) since ??= time;
      else if (kind === 'back' && since !== null) {
        out.push({ from: since, to: time });
        since = null;
      }
    }
    if (since !== null) out.push({ from: since, to });
  }
  return out
    .map((time) => ({ from: Math.max(from, time.from), to: Math.min(to, time.to) }))
    .filter((time) => time.from < time.to)
    .sort((a, b) => a.from - b.from);
}

/** Reads points and crossings; null without a point. */
export function readWay(points: readonly TrackPoint[], crossings: readonly Crossing[]): Way | null {
  const [from, to] = [points[0]?.at, points.at(-1)?.at];
  if (from === undefined || to === undefined) return null;
  const { leftOut, stops, gaps, metres } = readTrack(points);
  const ordered = crossings.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    ...{ points, leftOut, stops, gaps, metres, from, to, crossings: ordered },
    pieces: piecesOf(points, leftOut, stops, gaps),
    outside: outsideOf(ordered, from, to),
  };
}

/** Returns the last index whose time is not after `at`; -1 if all are after it. */
function lastUpTo(line: readonly WayPoint[], at: number): number {
  let [low, high] = [0, line.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((line[middle] as WayPoint).at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns where somebody was at a time, between two points on the straight way; null in a gap and before the first point.
 * @param stepped the point before instead of a place between two
 */
export function placeAt(pieces: Way['pieces'], at: number, stepped = false): Position | null {
  const piece = pieces.findLast(([first]) => first !== undefined && first.at <= at);
  if (!piece) return null;
  const i = lastUpTo(piece, at);
  const [before, after] = [piece[i] as WayPoint, piece[i + 1]];
  if (!after) return before.at === at || piece === pieces.at(-1) ? before : null;
  const part = stepped ? 0 : (at - before.at) / (after.at - before.at || 1);
  return { lat: before.lat + part * (after.lat - before.lat), lng: before.lng + part * (after.lng - before.lng) };
}

/** Returns the place of the line nearest in time. */
export function nearestPlace(pieces: Way['pieces'], at: number): Position | null {
  const here = placeAt(pieces, at);
  if (here) return here;
  const ends = pieces.flatMap((piece) => [piece[0], piece.at(-1)]).filter((point) => point !== undefined);
  const apart = (point: WayPoint) => Math.abs(point.at - at);
  return ends.sort((a, b) => apart(a) - apart(b))[0] ?? null;
}
