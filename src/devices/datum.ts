import gcoord from 'gcoord';

/** Datums of the sources; stored is WGS-84 (protocols.md P0.6). */
export type Datum = 'wgs84' | 'gcj02' | 'bd09';

export interface Point {
  lat: number;
  lng: number;
}

const systems = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;

/** A point of the given datum in WGS-84, to a decimetre; from GCJ-02 only the rectangle around China is shifted. */
export function toWgs84(point: Point, datum: Datum): Point {
  if (datum === 'wgs84') return point;
  const [lng, lat] = gcoord.transform([point.lng, point.lat], systems[datum], gcoord.WGS84);
  return { lat, lng };
}
