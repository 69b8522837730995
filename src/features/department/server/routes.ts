import { departmentApi } from '#features/department/contract.ts';
import { runExport } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { departmentExporter } from './exporter.ts';
import { findLeader } from './leader.ts';
import { mergeDepartment } from './merge.ts';
import { getDepartmentTree } from './tree.ts';
import { addDepartment, deleteDepartment, editDepartment, moveDepartment, updateDepartmentStatus } from './write.ts';

export default handlers(departmentApi, {
  getDepartmentTree,
  exportDepartment: (viewer, input) => runExport(viewer, departmentExporter, input),
  findLeader,
  addDepartment,
  editDepartment,
  moveDepartment,
  mergeDepartment,
  updateDepartmentStatus,
  deleteDepartment,
});
