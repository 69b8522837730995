import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';
import { regionApi } from '#shared/contract/region.ts';

const everybody = scopeFree('the divisions of the country are the same for everybody');

/** Visibility and permissions of the region endpoints. */
export default authorizationCases(regionApi, { getRegionTree: everybody, getRegionStreets: everybody });
