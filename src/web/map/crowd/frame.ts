import type { Position } from '#shared/district.ts';
import { fitted } from '../camera/projection.ts';

const padding = 72;

/** Returns centre and zoom that show all positions; undefined without positions. */
export function frameOf(
  positions: readonly Position[],
  size: { width: number; height: number },
): (Position & { zoom: number }) | undefined {
  const [first] = positions;
  if (!first) return undefined;
  const edge = { south: first.lat, north: first.lat, west: first.lng, east: first.lng };
  for (const { lat, lng } of positions) {
    edge.south = Math.min(edge.south, lat);
    edge.north = Math.max(edge.north, lat);
    edge.west = Math.min(edge.west, lng);
    edge.east = Math.max(edge.east, lng);
  }
  const corners = [
    { lat: edge.south, lng: edge.west },
    { lat: edge.north, lng: edge.east },
  ];
  return fitted(corners, size, Math.min(padding, size.width / 4, size.height / 4));
}
