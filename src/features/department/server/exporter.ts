import { type DepartmentTreeNode, department, departmentApi } from '#features/department/contract.ts';
import { resourceExporter } from '#features/export/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { getDepartmentTree } from './tree.ts';

type Row = Omit<DepartmentTreeNode, 'children'> & { place: string };

/** Returns the tree from the top down, each department with the names above it. */
function flatten(nodes: readonly DepartmentTreeNode[], above: readonly string[] = []): Row[] {
  return nodes.flatMap(({ children, ...node }) => {
    const names = [...above, node.name];
    return [{ ...node, place: names.join(' / ') }, ...flatten(children, names)];
  });
}

async function rowsOf(viewer: Viewer, filters: { departmentId?: string }): Promise<Row[]> {
  return flatten(await getDepartmentTree(viewer, filters));
}

/** Exporter of the tree as rows, each department below its parent. */
export default [
  resourceExporter(
    department,
    departmentApi.exportDepartment,
    (viewer, filters) => ({
      count: async () => (await rowsOf(viewer, filters)).length,
      async *batches() {
        yield await rowsOf(viewer, filters);
      },
    }),
    {
      cells: { type: ({ type }) => labelOf('department_type', type) },
      widths: { name: 20, place: 40, regionName: 28, email: 24, address: 32 },
    },
  ),
];
