/**
 * The checked-in map base (district.json). All figures are whole metres east and north of `centre`; points are written
 * 「east,north east,north …」, so that the file stays small and its diffs readable.
 */
export type DistrictFile = {
  /** WGS-84 [longitude, latitude] of the origin. */
  centre: number[];
  water: string[];
  park: string[];
  roads: { name: string; kind: RoadKind; line: string }[];
  /**
   * Buildings by block: 「angle east,north dx,dy,length,depth …」. A block's buildings are rotated by its angle (degrees
   * against east) and offset by dx, dy from its position.
   */
  blocks: string[];
  labels: { name: string; kind: LabelKind; at: string }[];
  places: { name: string; kind: PlaceKind; at: string }[];
};

export type RoadKind = 'major' | 'minor';
export type LabelKind = 'area' | 'park' | 'water' | 'estate';
export type PlaceKind = 'hospital' | 'station' | 'school' | 'market';
