import { menuApiApi } from '#features/menuApi/contract.ts';
import { reachOf, scopeFree } from '#server/testing/reach.ts';

const shared = scopeFree('which call a button opens is the same for every department and project');

/** Bindings have no place. */
export default reachOf(menuApiApi, {
  getMenuApiList: shared,
  bindMenuApi: shared,
  unbindMenuApi: shared,
  checkMenuApi: scopeFree(
    'names roles, which have no place; the people that it counts are those in sight: menuApi.test.ts',
  ),
  syncMenuApi: shared,
});
