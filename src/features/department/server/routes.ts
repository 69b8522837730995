import { departmentApi } from '#features/department/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { findLeader } from './leader.ts';
import { mergeDepartment } from './merge.ts';
import { getDepartmentTree } from './tree.ts';
import { deleteDepartment, departments, moveDepartment } from './write.ts';

export default handlers(departmentApi, {
  getDepartmentTree,
  exportDepartment: exporting(departmentApi.exportDepartment),
  findLeader,
  addDepartment: departments.addFull,
  editDepartment: departments.edit,
  moveDepartment,
  mergeDepartment,
  updateDepartmentStatus: departments.setStatus,
  deleteDepartment,
});
