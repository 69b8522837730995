import { reachOf, scopeFree } from '#server/testing/reach.ts';
import { mapApi } from '#shared/map.ts';

/** How far the calls about the map's base reach. */
export default reachOf(mapApi, {
  getMapBase: scopeFree('whether there are demo data is the same for everybody'),
});
