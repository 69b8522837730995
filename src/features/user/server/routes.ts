import { userApi } from '#features/user/contract.ts';
import { handlers } from '#server/handlers.ts';
import * as service from './service.ts';

export default handlers(userApi, {
  getUserInfo: service.getUserInfo,
  getUserMenu: service.getUserMenu,
  editUserPassword: service.editUserPassword,
  getUserDepartmentTree: service.getUserDepartmentTree,
  reloadCache: service.reloadCache,
});
