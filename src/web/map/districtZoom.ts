import { fromLocal, type Position } from '#shared/district.ts';
import { divisionAt } from './base/boundaries.ts';
import type { MapBase } from './base/load.ts';
import { fitted } from './projection.ts';

const southWest = fromLocal(-3000, -2550);
const northEast = fromLocal(3000, 2550);

/** Whether a position lies on the streets of the demo data's district. */
export function isInDistrict({ lat, lng }: Position): boolean {
  return lat >= southWest.lat && lat <= northEast.lat && lng >= southWest.lng && lng <= northEast.lng;
}

/** Streets are drawn to the metre; a division is looked at whole, and never from nearer than its borders can be seen. */
const streetZoom = 16;
const nearestDivision = 10.5;
const farthestDivision = 4;

/** How near the map may go to a position by itself: to the streets where there are any, else until its division fills the map. */
export function closestZoom(base: MapBase, position: Position, size: { width: number; height: number }): number {
  if (base.district && isInDistrict(position)) return streetZoom;
  const box = divisionAt(base.boundaries, position)?.properties.box;
  if (!box) return farthestDivision;
  const [west, south, east, north] = box;
  const corners = [
    { lng: west, lat: south },
    { lng: east, lat: north },
  ];
  const zoom = fitted(corners, size, 0, nearestDivision)?.zoom ?? farthestDivision;
  return Math.max(farthestDivision, zoom);
}
