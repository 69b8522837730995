import gcoord from 'gcoord';
import type { Position } from '#shared/district.ts';

/*
 * Chinese map services show places shifted (GCJ-02). Stored positions are WGS-84; only links that leave
 * the product are converted, here.
 */

/** Address of Amap's web page (its app on a phone) with a pin at a WGS-84 position. */
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

/** `geo:` address (WGS-84), opened by whatever map app a phone has. */
export function geoLink({ lat, lng }: Position): string {
  return `geo:${lat.toFixed(6)},${lng.toFixed(6)}`;
}
