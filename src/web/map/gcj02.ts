import type { Position } from '#shared/district.ts';

/*
 * Chinese map services show places shifted (GCJ-02). Stored positions are WGS-84; only links that leave
 * the product are converted, here. The formula is the widely published approximation, good to about a metre.
 */
const axis = 6_378_245;
const eccentricitySquared = 0.006_693_421_622_965_943;

/** Outside this box the services use WGS-84 unshifted. */
function isShifted({ lat, lng }: Position): boolean {
  return lng > 72.004 && lng < 137.8347 && lat > 0.8293 && lat < 55.8271;
}

function ripple(value: number): number {
  return (20 * Math.sin(6 * value * Math.PI) + 20 * Math.sin(2 * value * Math.PI)) * (2 / 3);
}

function waves(value: number, middle: number, long: number): number {
  const wave = (size: number, period: number) => size * Math.sin((value * Math.PI) / period);
  return (wave(20, 1) + wave(40, 3) + wave(middle, 12) + wave(long, 30)) * (2 / 3);
}

function northShift(x: number, y: number): number {
  const base = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x));
  return base + ripple(x) + waves(y, 160, 320);
}

function eastShift(x: number, y: number): number {
  const base = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x));
  return base + ripple(x) + waves(x, 150, 300);
}

/** WGS-84 to GCJ-02 degrees; a position outside China comes back unchanged. */
export function toGcj02(position: Position): Position {
  if (!isShifted(position)) {
    return { lat: position.lat, lng: position.lng };
  }
  const { lat, lng } = position;
  const [x, y] = [lng - 105, lat - 35];
  const radians = (lat * Math.PI) / 180;
  const magic = 1 - eccentricitySquared * Math.sin(radians) ** 2;
  const perLat = ((axis * (1 - eccentricitySquared)) / magic ** 1.5) * (Math.PI / 180);
  const perLng = (axis / Math.sqrt(magic)) * Math.cos(radians) * (Math.PI / 180);
  return { lat: lat + northShift(x, y) / perLat, lng: lng + eastShift(x, y) / perLng };
}

/** Address of Amap's web page (its app on a phone) with a pin at a WGS-84 position. */
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

/** `geo:` address (WGS-84), opened by whatever map app a phone has. */
export function geoLink({ lat, lng }: Position): string {
  return `geo:${lat.toFixed(6)},${lng.toFixed(6)}`;
}
