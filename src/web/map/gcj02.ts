import gcoord from 'gcoord';
import type { Position } from '#shared/district.ts';

/*
 * Chinese map services use shifted coordinates (GCJ-02). Stored positions are WGS-84; they are converted here, only for
 * links to external maps.
 */

/** Returns the URL of Amap's web page (its app on a phone) with a pin at a WGS-84 position. */
export function amapLink(position: Position, name: string): string {
  const [lng, lat] = gcoord.transform([position.lng, position.lat], gcoord.WGS84, gcoord.GCJ02);
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
