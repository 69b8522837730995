/** Datums of the sources; stored is WGS-84 (protocols.md P0.6). */
export type Datum = 'wgs84' | 'gcj02' | 'bd09';

export interface Point {
  lat: number;
  lng: number;
}

/** Semi-major axis (m) and squared eccentricity of the Krasovsky ellipsoid, on which GCJ-02 is defined. */
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const bdStep = (Math.PI * 3000) / 180;

/** GCJ-02 shifts only within the rectangle around China. */
function isShifted({ lat, lng }: Point): boolean {
  return lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271;
}

function waves(x: number): number {
  return ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3;
}

function latitudeWaves(y: number): number {
  const short = ((20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * 2) / 3;
  const long = ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3;
  return short + long;
}

function longitudeWaves(x: number): number {
  const short = ((20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * 2) / 3;
  const long = ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3;
  return short + long;
}

/** WGS-84 to GCJ-02: what a Chinese map or vendor would have called this point. */
export function wgs84ToGcj02(point: Point): Point {
  if (!isShifted(point)) return point;
  const x = point.lng - 105;
  const y = point.lat - 35;
  const root = Math.sqrt(Math.abs(x));
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + waves(x) + latitudeWaves(y);
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + waves(x) + longitudeWaves(x);
  const latitude = (point.lat / 180) * Math.PI;
  const bend = 1 - eccentricity * Math.sin(latitude) ** 2;
  const meridian = (axis * (1 - eccentricity)) / (bend * Math.sqrt(bend));
  const parallel = (axis / Math.sqrt(bend)) * Math.cos(latitude);
  return {
    lat: point.lat + (north * 180) / (meridian * Math.PI),
    lng: point.lng + (east * 180) / (parallel * Math.PI),
  };
}

/** GCJ-02 to WGS-84, to a centimetre: the shift has no closed inverse, so it is approached. */
export function gcj02ToWgs84(point: Point): Point {
  let guess = point;
  for (let round = 0; round < 6; round++) {
    const shifted = wgs84ToGcj02(guess);
    guess = { lat: guess.lat - (shifted.lat - point.lat), lng: guess.lng - (shifted.lng - point.lng) };
  }
  return guess;
}

/** GCJ-02 to BD-09. */
export function gcj02ToBd09({ lat, lng }: Point): Point {
  const radius = Math.hypot(lng, lat) + 0.000_02 * Math.sin(lat * bdStep);
  const angle = Math.atan2(lat, lng) + 0.000_003 * Math.cos(lng * bdStep);
  return { lat: radius * Math.sin(angle) + 0.006, lng: radius * Math.cos(angle) + 0.0065 };
}

/** BD-09 to GCJ-02, approached like the other inverse: the formula in use is off by up to a metre. */
function bd09ToGcj02(point: Point): Point {
  let guess = { lat: point.lat - 0.006, lng: point.lng - 0.0065 };
  for (let round = 0; round < 6; round++) {
    const shifted = gcj02ToBd09(guess);
    guess = { lat: guess.lat - (shifted.lat - point.lat), lng: guess.lng - (shifted.lng - point.lng) };
  }
  return guess;
}

/** A point of the given datum in WGS-84. */
export function toWgs84(point: Point, datum: Datum): Point {
  if (datum === 'gcj02') return gcj02ToWgs84(point);
  if (datum === 'bd09') return gcj02ToWgs84(bd09ToGcj02(point));
  return point;
}
