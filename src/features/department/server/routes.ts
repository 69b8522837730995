import { departmentApi } from '#features/department/contract.ts';
import { handlers } from '#server/handlers.ts';
import { mergeDepartment } from './merge.ts';
import { getDepartmentTree } from './tree.ts';
import { addDepartment, deleteDepartment, editDepartment, moveDepartment, updateDepartmentStatus } from './write.ts';

export default handlers(departmentApi, {
  getDepartmentTree,
  addDepartment,
  editDepartment,
  moveDepartment,
  mergeDepartment,
  updateDepartmentStatus,
  deleteDepartment,
});
