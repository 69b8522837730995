import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';
import type { LngLat } from './decode.ts';

/** Metres of a degree of latitude, slightly below the minimum. */
const metresPerLatitude = 110_000;

/** West, south, east, north in degrees. */
export type Box = [number, number, number, number];

/** A country, a province or a prefecture; `at` is the position of its name, `box` surrounds its largest part. */
export type Boundary = GeoJSON.Feature<GeoJSON.MultiPolygon, { code: string; name: string; at: LngLat; box: Box }>;
export type BoundaryFile = GeoJSON.FeatureCollection<GeoJSON.MultiPolygon, Boundary['properties']>;
export type ProvinceEntry = { code: string; name: string; box: Box };

/** Returns whether two boxes overlap; east of the date line longitudes continue beyond 180. */
export function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** Returns whether a position is inside, by the even-odd rule over all rings: a hole is outside. */
function isWithin({ lat, lng }: Position, rings: readonly GeoJSON.Position[][]): boolean {
  let inside = false;
  for (const ring of rings) {
    let [px = 0, py = 0] = ring.at(-1) ?? [];
    for (const [qx = 0, qy = 0] of ring) {
      if (qy > lat !== py > lat && lng < ((px - qx) * (lat - qy)) / (py - qy) + qx) inside = !inside;
      [px, py] = [qx, qy];
    }
  }
  return inside;
}

/** Returns the first boundary that contains a position. */
export function containing(boundaries: readonly Boundary[], position: Position): Boundary | undefined {
  return boundaries.find(({ geometry }) => geometry.coordinates.some((rings) => isWithin(position, rings)));
}

/** Returns the boundary with the corner nearest to a position, at most `within` metres away. */
export function nearestTo(boundaries: readonly Boundary[], position: Position, within: number): Boundary | undefined {
  let [best, least]: [Boundary | undefined, number] = [undefined, within];
  for (const boundary of boundaries) {
    for (const [lng = 0, lat = 0] of boundary.geometry.coordinates.flat(2)) {
      // Compares degrees first: the distance on the sphere is expensive.
      if (Math.abs(lat - position.lat) * metresPerLatitude > least) continue;
      const metres = distance(position, { lat, lng });
      if (metres <= least) [best, least] = [boundary, metres];
    }
  }
  return best;
}
