import type { Position } from '#shared/district.ts';

/** Returns the `most` points nearest to the middle, without order. */
export function nearestTo<P extends Position>(points: readonly P[], middle: Position, most: number): readonly P[] {
  if (points.length <= most) return points;
  const shrink = Math.cos((middle.lat * Math.PI) / 180);
  const squared = points.map(({ lat, lng }) => (lat - middle.lat) ** 2 + ((lng - middle.lng) * shrink) ** 2);
  const limit = Float64Array.from(squared).sort()[most - 1] ?? Number.POSITIVE_INFINITY;
  return points.filter((_, index) => (squared[index] as number) <= limit).slice(0, most);
}
