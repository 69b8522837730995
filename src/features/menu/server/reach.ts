import { menuApi } from '#features/menu/contract.ts';
import { reachOf, scopeFree } from '#server/testing/reach.ts';

const shared = scopeFree('the menu is the same for every department and project; roles choose from it');

/** Menus have no place. */
export default reachOf(menuApi, {
  getMenuTree: shared,
  addMenu: shared,
  editMenu: shared,
  moveMenu: shared,
  updateMenuStatus: shared,
  deleteMenu: shared,
  exportMenu: shared,
  importMenu: shared,
});
