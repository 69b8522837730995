import gcoord from 'gcoord';

/** Datums of the sources; WGS-84 is stored (protocols.md P0.6). */
export type Datum = 'wgs84' | 'gcj02' | 'bd09';

export interface Point {
  lat: number;
  lng: number;
}

const systems = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;

/** Converts a point to WGS-84, accurate to a decimetre; GCJ-02 is only shifted in the rectangle around China. */
export function toWgs84(point: Point, datum: Datum): Point {
  if (datum === 'wgs84') return point;
  const [lng, lat] = gcoord.transform([point.lng, point.lat], systems[datum], gcoord.WGS84);
  return { lat, lng };
}
