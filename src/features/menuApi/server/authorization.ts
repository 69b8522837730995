import { menuApiApi } from '#features/menuApi/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const shared = scopeFree('which call a button opens is the same for every department and project');

/** Scope cases of the binding endpoints: bindings have no ownership. */
export default authorizationCases(menuApiApi, {
  getMenuApiList: shared,
  bindMenuApi: shared,
  unbindMenuApi: shared,
  checkMenuApi: scopeFree(
    'names roles, which have no place; the people that it counts are those in sight: menuApi.test.ts',
  ),
  syncMenuApi: shared,
});
