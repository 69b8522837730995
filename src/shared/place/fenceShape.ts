import { distance } from '../distance.ts';
import { distanceToSegment, type PlanePoint, planeAround, segmentsMeet } from './plane.ts';

interface LatLng {
  lat: number;
  lng: number;
}

/** Shape of a fence, WGS-84: radius and width in metres; a polygon closes itself. */
export type FenceShape =
  | { circle: { centre: LatLng; radius: number } }
  | { polygon: readonly LatLng[] }
  | { corridor: { points: readonly LatLng[]; width: number } };

export const fenceLimits = {
  radius: { min: 50, max: 5000 },
  corners: { min: 3, max: 50 },
  points: { min: 2, max: 50 },
  width: { min: 20, max: 500 },
} as const;

/** A shape made ready to measure many points. */
export interface MeasuredFence {
  /** Metres to the border: positive inside, negative outside. */
  depth(point: LatLng): number;
  /** Metres across: diameter of a circle, shorter side of a polygon's frame, length of a corridor or its width if longer. */
  size: number;
}

const pairs = <T>(points: readonly T[], closed: boolean): [T, T][] =>
  points.flatMap((point, i): [T, T][] => {
    const next = points[i + 1] ?? (closed ? points[0] : undefined);
    return next === undefined ? [] : [[point, next]];
  });

const toLine = (point: PlanePoint, segments: readonly [PlanePoint, PlanePoint][]) =>
  Math.min(...segments.map(([a, b]) => distanceToSegment(point, a, b)));

/** Whether a point is inside a closed line (even-odd). */
function isWithin({ x, y }: PlanePoint, segments: readonly [PlanePoint, PlanePoint][]): boolean {
  let inside = false;
  for (const [a, b] of segments)
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  return inside;
}

function measuredPolygon(corners: readonly LatLng[]): MeasuredFence {
  const plane = planeAround(corners[0] as LatLng);
  const placed = corners.map(plane);
  const segments = pairs(placed, true);
  const across = (values: number[]) => Math.max(...values) - Math.min(...values);
  return {
    depth: (point) => {
      const at = plane(point);
      return toLine(at, segments) * (isWithin(at, segments) ? 1 : -1);
    },
    size: Math.min(across(placed.map(({ x }) => x)), across(placed.map(({ y }) => y))),
  };
}

/** Returns the shape ready to measure points. */
export function measured(shape: FenceShape): MeasuredFence {
  if ('polygon' in shape) return measuredPolygon(shape.polygon);
  if ('circle' in shape) {
    const { centre, radius } = shape.circle;
    return { depth: (point) => radius - distance(centre, point), size: 2 * radius };
  }
  const { points, width } = shape.corridor;
  const plane = planeAround(points[0] as LatLng);
  const segments = pairs(points.map(plane), false);
  const length = segments.reduce((sum, [a, b]) => sum + Math.hypot(b.x - a.x, b.y - a.y), 0);
  return { depth: (point) => width / 2 - toLine(plane(point), segments), size: Math.max(width, length) };
}

/** Returns why the corners make no fence, in Chinese; null if they do. */
export function polygonProblem(corners: readonly LatLng[]): string | null {
  const { min, max } = fenceLimits.corners;
  if (corners.length < min || corners.length > max) return `多边形应有 ${min}–${max} 个角`;
  const plane = planeAround(corners[0] as LatLng);
  const sides = pairs(corners.map(plane), true);
  if (sides.some(([a, b]) => a.x === b.x && a.y === b.y)) return '相邻的两个角不能相同';
  const crosses = sides.some(([a, b], i) =>
    sides.some(([c, d], j) => {
      const areNeighbours = j === i + 1 || (i === 0 && j === sides.length - 1);
      return j > i && !areNeighbours && segmentsMeet(a, b, c, d);
    }),
  );
  if (crosses) return '多边形的边不能相交';
  const area = sides.reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0) / 2;
  return Math.abs(area) < 100 ? '多边形太小' : null;
}
