import { menuApi } from '#features/menu/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const shared = scopeFree('the menu is the same for every department and project; roles choose from it');

/** Scope cases of the menu endpoints: menus have no ownership. */
export default authorizationCases(menuApi, {
  getMenuTree: shared,
  addMenu: shared,
  editMenu: shared,
  moveMenu: shared,
  updateMenuStatus: shared,
  deleteMenu: shared,
  exportMenu: shared,
  importMenu: shared,
});
