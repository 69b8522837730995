import type { DepartmentTreeNode } from '#features/department/contract.ts';
import { departmentApi } from '#features/department/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { word } from '#server/feature/words.ts';
import { statuses } from '#shared/codes.ts';
import { getDepartmentTree } from './tree.ts';

type Row = Omit<DepartmentTreeNode, 'children'> & { place: string };

/** From the top down, each with the names above it. */
function flatten(nodes: readonly DepartmentTreeNode[], above: readonly string[] = []): Row[] {
  return nodes.flatMap(({ children, ...node }) => {
    const names = [...above, node.name];
    return [{ ...node, place: names.join(' / ') }, ...flatten(children, names)];
  });
}

async function rowsOf(viewer: Viewer, filters: { departmentId?: string }): Promise<Row[]> {
  return flatten(await getDepartmentTree(viewer, filters));
}

/** The tree as rows, each department below the one that it belongs to. */
export const departmentExporter = defineExporter({
  endpoint: departmentApi.exportDepartment,
  name: '部门',
  widths: { name: 20, place: 40, regionName: 28, email: 24, address: 32 },
  cells: {
    type: (row: Row) => word('department_type', row.type),
    status: (row) => statuses[row.status as keyof typeof statuses],
  },
  open: (viewer, filters) => ({
    count: async () => (await rowsOf(viewer, filters)).length,
    async *batches() {
      yield await rowsOf(viewer, filters);
    },
  }),
});

export default [departmentExporter];
