import { exporting } from '#features/export/server/service.ts';
import { importing, templateFor } from '#features/import/server/service.ts';
import { getUserMenu } from '#features/menu/server/service.ts';
import { userApi } from '#features/user/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import * as batch from './batch.ts';
import * as image from './image.ts';
import * as list from './list.ts';
import * as own from './profile.ts';
import * as service from './service.ts';
import * as status from './status.ts';
import * as ownTotp from './totp/ownTotp.ts';
import * as write from './write.ts';

export default handlers(userApi, {
  getUserInfo: service.getUserInfo,
  getUserMenu: getUserMenu,
  editUserPassword: own.editUserPassword,
  getUserDepartmentTree: list.getUserDepartmentTree,
  reloadCache: service.reloadCache,
  getUserList: write.users.list,
  getUser: write.users.get,
  exportUser: exporting(userApi.exportUser),
  importUser: importing(userApi.importUser),
  getImportTemplate: templateFor(userApi.importUser),
  addUser: write.addUser,
  editUser: write.editUser,
  resetUserPassword: status.resetUserPassword,
  resetUserTotp: status.resetUserTotp,
  updateUserStatus: status.updateUserStatus,
  deleteUser: write.deleteUser,
  unlockUser: status.unlockUser,
  logoutUser: status.logoutUser,
  getUserInHand: status.getUserInHand,
  batchUpdateUserStatus: batch.batchUpdateUserStatus,
  batchAddUserRole: batch.batchAddUserRole,
  batchUpdateUserDepartment: batch.batchUpdateUserDepartment,
  batchResetUserPassword: batch.batchResetUserPassword,
  getUsersInHand: batch.getUsersInHand,
  uploadUserImg: image.uploadUserImg,
  getUserProfile: own.getUserProfile,
  editUserProfile: own.editUserProfile,
  getUserSessionList: own.getUserSessionList,
  deleteUserSession: own.deleteUserSession,
  addUserTotp: ownTotp.addUserTotp,
  confirmUserTotp: ownTotp.confirmUserTotp,
  deleteUserTotp: ownTotp.deleteUserTotp,
});
