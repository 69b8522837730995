import { roleApi } from '#features/role/contract.ts';
import { handlers } from '#server/handlers.ts';
import * as list from './list.ts';
import * as member from './member.ts';
import * as write from './write.ts';

export default handlers(roleApi, {
  getRoleList: list.getRoleList,
  getRoleOption: list.getRoleOption,
  getRoleMenuList: list.getRoleMenuList,
  addRole: write.addRole,
  editRole: write.editRole,
  copyRole: write.copyRole,
  updateRoleStatus: write.updateRoleStatus,
  deleteRole: write.deleteRole,
  getRoleUserList: list.getRoleUserList,
  editRoleUser: member.editRoleUser,
});
