import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';
import type { LngLat } from './decode.ts';

/** Metres of a degree of latitude, a little less than the least. */
const metresPerLatitude = 110_000;

/** West, south, east, north in degrees. */
export type Box = [number, number, number, number];

/** A country, a province or a prefecture; `at` is where its name stands, `box` lies around its largest part. */
export type Boundary = GeoJSON.Feature<GeoJSON.MultiPolygon, { code: string; name: string; at: LngLat; box: Box }>;
export type BoundaryFile = GeoJSON.FeatureCollection<GeoJSON.MultiPolygon, Boundary['properties']>;
export type ProvinceEntry = { code: string; name: string; box: Box };

/** Whether two boxes touch; east of the date line counts on beyond 180. */
export function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** The even-odd rule over all rings: a hole is outside. */
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

/** The first boundary that a position lies in. */
export function containing(boundaries: readonly Boundary[], position: Position): Boundary | undefined {
  return boundaries.find(({ geometry }) => geometry.coordinates.some((rings) => isWithin(position, rings)));
}

/** The boundary with the nearest corner to a position, no farther than `within` metres. */
export function nearestTo(boundaries: readonly Boundary[], position: Position, within: number): Boundary | undefined {
  let [best, least]: [Boundary | undefined, number] = [undefined, within];
  for (const boundary of boundaries) {
    for (const [lng = 0, lat = 0] of boundary.geometry.coordinates.flat(2)) {
      // Degrees first: the way on the sphere is dear.
      if (Math.abs(lat - position.lat) * metresPerLatitude > least) continue;
      const metres = distance(position, { lat, lng });
      if (metres <= least) [best, least] = [boundary, metres];
    }
  }
  return best;
}
