import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';
import { mapApi } from '#shared/contract/map.ts';

/** Scope cases of the base-map endpoints. */
export default authorizationCases(mapApi, {
  getMapBase: scopeFree('whether there are demo data is the same for everybody'),
});
