import { roleApi } from '#features/role/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getRoleMenuList, getRoleUserList } from './list.ts';
import { editRoleUser } from './member.ts';
import { copyRole, getRoleOption, roles, updateRoleStatus } from './write.ts';

export default handlers(roleApi, {
  getRoleList: roles.list,
  getRole: roles.get,
  getRoleOption,
  getRoleMenuList,
  addRole: roles.add,
  editRole: roles.edit,
  copyRole,
  updateRoleStatus,
  deleteRole: roles.remove,
  getRoleUserList,
  editRoleUser,
});
