import { type CrowdPoint, crowdLooks } from '../types.ts';

/** What a source of a crowd has to change; a person's id is the feature's. */
export interface CrowdChange {
  add: GeoJSON.Feature<GeoJSON.Point>[];
  remove: number[];
}

/** Returns a person as a feature; `rank` is the place of the look in `crowdLooks`. */
export function crowdFeature({ id, lat, lng, look, name }: CrowdPoint): GeoJSON.Feature<GeoJSON.Point> {
  return {
    type: 'Feature',
    id: Number(id),
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { id, rank: crowdLooks.indexOf(look), ...(name && { name }) },
  };
}

/** Returns the difference between the people shown and the next ones; a changed person is another object. */
export function crowdChange(
  shown: ReadonlyMap<string, CrowdPoint>,
  next: ReadonlyMap<string, CrowdPoint>,
): CrowdChange {
  const add = [...next.values()].filter((point) => shown.get(point.id) !== point).map(crowdFeature);
  const remove = [...shown.keys()].filter((id) => !next.has(id)).map(Number);
  return { add, remove };
}
