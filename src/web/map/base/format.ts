/**
 * The checked-in map base (district.json). All figures are whole metres east and north of `centre`;
 * points are written 「east,north east,north …」 to keep the file small and its changes readable.
 */
export type DistrictFile = {
  /** WGS-84 [longitude, latitude] of the origin. */
  centre: number[];
  water: string[];
  park: string[];
  roads: { name: string; kind: RoadKind; line: string }[];
  /**
   * Buildings block by block: 「angle east,north dx,dy,length,depth …」. A block's buildings are turned by its angle
   * (degrees against east) and lie dx, dy from its place.
   */
  blocks: string[];
  labels: { name: string; kind: LabelKind; at: string }[];
  places: { name: string; kind: PlaceKind; at: string }[];
};

export type RoadKind = 'major' | 'minor';
export type LabelKind = 'area' | 'park' | 'water' | 'estate';
export type PlaceKind = 'hospital' | 'station' | 'school' | 'market';
