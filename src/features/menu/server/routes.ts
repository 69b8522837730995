import { menuApi } from '#features/menu/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { exportMenu, importMenu } from './transfer.ts';
import { getMenuTree } from './tree.ts';
import { addMenu, deleteMenu, editMenu, moveMenu, updateMenuStatus } from './write.ts';

export default handlers(menuApi, {
  getMenuTree,
  addMenu,
  editMenu,
  moveMenu,
  updateMenuStatus,
  deleteMenu,
  exportMenu,
  importMenu,
});
