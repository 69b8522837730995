import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';
import { mapApi } from '#shared/map.ts';

/** How far the calls about the map's base reach. */
export default authorizationCases(mapApi, {
  getMapBase: scopeFree('whether there are demo data is the same for everybody'),
});
