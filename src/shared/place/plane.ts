/** A point on a plane around an origin, in metres east and north of it. */
export interface PlanePoint {
  x: number;
  y: number;
}

interface LatLng {
  lat: number;
  lng: number;
}

/** Metres of a degree of latitude on the sphere that `distance` measures on. */
const perDegree = (6_371_008.8 * Math.PI) / 180;

/**
 * Returns the projection of WGS-84 points to a plane in metres around an origin: equirectangular, off by less than a
 * thousandth within 20 km below 60° of latitude.
 */
export function planeAround(origin: LatLng): (point: LatLng) => PlanePoint {
  const perLng = perDegree * Math.cos((origin.lat * Math.PI) / 180);
  return ({ lat, lng }) => ({
    // The shorter way round, so that a fence may lie on the 180th meridian.
    x: (((lng - origin.lng + 540) % 360) - 180) * perLng,
    y: (lat - origin.lat) * perDegree,
  });
}

/** Returns the metres from a point to the segment between two others. */
export function distanceToSegment(p: PlanePoint, a: PlanePoint, b: PlanePoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

/** Whether two segments cross or touch. */
export function segmentsMeet(a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint): boolean {
  const side = (p: PlanePoint, q: PlanePoint, r: PlanePoint) =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  const spans = (p: PlanePoint, q: PlanePoint, r: PlanePoint) =>
    Math.min(p.x, q.x) <= r.x && r.x <= Math.max(p.x, q.x) && Math.min(p.y, q.y) <= r.y && r.y <= Math.max(p.y, q.y);
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (s1 !== s2 && s3 !== s4) return true;
  return (
    (s1 === 0 && spans(a, b, c)) ||
    (s2 === 0 && spans(a, b, d)) ||
    (s3 === 0 && spans(c, d, a)) ||
    (s4 === 0 && spans(c, d, b))
  );
}
