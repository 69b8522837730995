import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';

/** A shape that is drawn with the mouse; metres. */
export type DrawnShape =
  | { kind: 'circle'; centre: Position; radius: number }
  | { kind: 'polygon' | 'line'; points: readonly Position[] };
export type DrawKind = DrawnShape['kind'];

const earth = 6_371_008.8;
/** Corners of the polygon that stands for a circle. */
const corners = 64;

/** Returns the position at a distance (m) and bearing (radians from north, clockwise). */
export function positionAt({ lat, lng }: Position, metres: number, bearing: number): Position {
  const [phi, angle] = [(lat * Math.PI) / 180, metres / earth];
  const north = Math.asin(Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing));
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * Math.sin(north),
  );
  return { lat: (north * 180) / Math.PI, lng: lng + (east * 180) / Math.PI };
}

/** Returns the polygon of a circle, without its first corner at the end. */
export function ringOf(centre: Position, radius: number): Position[] {
  return Array.from({ length: corners }, (_, i) => positionAt(centre, radius, (-2 * Math.PI * i) / corners));
}

const rounded = (degrees: number) => Number(degrees.toFixed(6));
const roundedPosition = ({ lat, lng }: Position): Position => ({ lat: rounded(lat), lng: rounded(lng) });

/** Returns the circle of a polygon; where its middle has hardly moved, the former middle. */
export function circleOf(ring: readonly Position[], former: { centre: Position; radius: number } | undefined) {
  const across = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const middle = { lat: across(ring.map(({ lat }) => lat)), lng: across(ring.map(({ lng }) => lng)) };
  const [first = middle] = ring;
  const size = distance(middle, first);
  const moved = former ? distance(middle, former.centre) : Number.POSITIVE_INFINITY;
  if (former && moved < Math.max(1, size / 100)) return { centre: former.centre, radius: Math.round(size) };
  const isMoved = former && Math.abs(size - former.radius) < Math.max(1, former.radius / 50);
  return { centre: roundedPosition(middle), radius: isMoved ? former.radius : Math.round(size) };
}

/** Returns a position of GeoJSON, rounded to a tenth of a metre. */
export const fromGeo = ([lng = 0, lat = 0]: readonly number[]): Position => roundedPosition({ lat, lng });

/** Returns a position for GeoJSON, with the digits that the drawing takes. */
export const toGeo = ({ lat, lng }: Position): [number, number] => [Number(lng.toFixed(9)), Number(lat.toFixed(9))];
