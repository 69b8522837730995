import { fromLocal, type Position } from '#shared/district.ts';
import { divisionAt } from '../base/boundaries.ts';
import type { MapBase } from '../base/load.ts';
import { isCovered } from '../tiles/tileBase.ts';
import { fitted } from './projection.ts';

const southWest = fromLocal(-3000, -2550);
const northEast = fromLocal(3000, 2550);

/** Returns whether a position is within the demo data's district. */
export function isInDistrict({ lat, lng }: Position): boolean {
  return lat >= southWest.lat && lat <= northEast.lat && lng >= southWest.lng && lng <= northEast.lng;
}

/**
 * Zoom limits: streets are accurate to a metre; a division is shown whole, at most as near as its borders are visible.
 */
const streetZoom = 16;
const nearestDivision = 10.5;
const farthestDivision = 4;

/**
 * Returns the highest automatic zoom at a position: street level in the district, else until its division fills the
 * map.
 */
export function closestZoom(base: MapBase, position: Position, size: { width: number; height: number }): number {
  if (base.district && isInDistrict(position)) return streetZoom;
  if (base.tiles && isCovered(base.tiles, position)) return Math.min(streetZoom, base.tiles.maxZoom);
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
