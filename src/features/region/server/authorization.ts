import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';
import { regionApi } from '#shared/region.ts';

/** How far the calls about areas reach. */
export default authorizationCases(regionApi, {
  getRegionTree: scopeFree('the divisions of the country are the same for everybody'),
});
