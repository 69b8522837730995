import gcoord from 'gcoord';
import type { Position } from '#shared/district.ts';

/*
 * Chinese map services use shifted coordinates (GCJ-02). Stored positions are WGS-84; they are converted here: for links
 * to external maps, and to draw tiles of such a service where they belong (tiles/shiftedTile.ts).
 */

/** Returns a WGS-84 position in GCJ-02; outside China the same. */
export function toGcj02({ lat, lng }: Position): Position {
  const [shiftedLng, shiftedLat] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02);
  return { lat: shiftedLat, lng: shiftedLng };
}

/** Returns the URL of Amap's web page (its app on a phone) with a pin at a WGS-84 position. */
export function amapLink(position: Position, name: string): string {
  const { lat, lng } = toGcj02(position);
  const query = new URLSearchParams({
    position: `${lng.toFixed(6)},${lat.toFixed(6)}`,
    name,
    coordinate: 'gaode',
    callnative: '1',
  });
  return `https://uri.amap.com/marker?${query}`;
}

/** Returns a `geo:` URL (WGS-84), which the phone's map app opens. */
export function geoLink({ lat, lng }: Position): string {
  return `geo:${lat.toFixed(6)},${lng.toFixed(6)}`;
}
