import { reachOf, scopeFree } from '#server/testing/reach.ts';
import { regionApi } from '#shared/region.ts';

/** How far the calls about areas reach. */
export default reachOf(regionApi, {
  getRegionTree: scopeFree('the divisions of the country are the same for everybody'),
});
