import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';
import { boxOf, metresPerPixel, projectNear, type Viewport } from '#web/map/camera/projection.ts';

const cache = new WeakMap<readonly Position[], Map<number, readonly Position[]>>();

/** Returns the points that are at least a pixel apart at a zoom, with the first and the last. */
export function thinned(points: readonly Position[], zoom: number): readonly Position[] {
  const [first] = points;
  if (!first) return points;
  const cached = cache.get(points)?.get(zoom);
  if (cached) return cached;
  const apart = metresPerPixel({ lat: first.lat, zoom });
  const kept = [first];
  let last = first;
  for (const [i, point] of points.entries()) {
    if (i !== points.length - 1 && distance(last, point) < apart) continue;
    kept.push(point);
    last = point;
  }
  cache.set(points, (cache.get(points) ?? new Map()).set(zoom, kept));
  return kept;
}

/** Returns the path of a line: of its points that are apart at this zoom, only what is near the view. */
export function wayPath(viewport: Viewport, line: readonly Position[]): string {
  const [west, south, east, north] = boxOf(viewport);
  const sidesOf = ({ lat, lng }: Position) =>
    (lat > north ? 1 : 0) + (lat < south ? 2 : 0) + (lng < west ? 4 : 0) + (lng > east ? 8 : 0);
  const text = (command: string, point: Position) => {
    const { x, y } = projectNear(viewport, point);
    return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const path: string[] = [];
  let drawn: Position | undefined;
  let before: Position | undefined;
  for (const point of thinned(line, Math.ceil(viewport.zoom))) {
    // Both ends beyond the same edge: nothing of this stretch is in view.
    if (before && (sidesOf(before) & sidesOf(point)) === 0) {
      if (drawn !== before) path.push(text('M', before));
      path.push(text('L', point));
      drawn = point;
    }
    before = point;
  }
  return path.join('');
}
