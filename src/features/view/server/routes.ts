import { viewApi } from '#features/view/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getListSetting, saveListSetting } from './listSetting.ts';
import { addView, deleteView, editView, getViewList, getViewRole } from './saved.ts';

export default handlers(viewApi, {
  getListSetting,
  saveListSetting,
  getViewList,
  addView,
  editView,
  deleteView,
  getViewRole,
});
