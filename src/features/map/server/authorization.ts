import { mapSettingApi } from '#features/map/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';
import { mapApi } from '#shared/contract/map.ts';

const everybody = scopeFree('all maps have the same base; it is changed by platform-wide administrators: map.test.ts');

/** Scope cases of the base-map endpoints. */
export default authorizationCases(
  { ...mapApi, ...mapSettingApi },
  { getMapBase: everybody, getMapSetting: everybody, editMapSetting: everybody },
  {},
  { 'GET /map/tiles.pmtiles': everybody },
);
