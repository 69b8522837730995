import { useCallback, useEffect, useMemo, useState } from 'react';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { count as figure } from '#web/data/format.ts';
import type { TreeOption } from '#web/table/types.ts';
import type { SideNode } from '#web/tree/SideTree.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';

/** Returns each department with its head count. */
function sideNodes(nodes: readonly DepartmentNode[]): SideNode[] {
  return nodes.map(({ id, name, count, children }) => ({
    id,
    name,
    note: figure(count),
    children: sideNodes(children),
  }));
}

/** Departments in scope: with head counts for the tree, and as form options. */
export interface DepartmentTree {
  /** Undefined until loaded. */
  side: readonly SideNode[] | undefined;
  options: readonly TreeOption[];
  problem: string | undefined;
  reload: () => void;
}

export function useDepartmentTree(): DepartmentTree {
  const [nodes, setNodes] = useState<readonly DepartmentNode[]>();
  const [problem, setProblem] = useState<string>();
  const reload = useCallback(() => {
    callApi(userApi.getUserDepartmentTree, {}).then(
      (tree) => {
        setNodes(tree);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(problemText(error)),
    );
  }, []);
  useEffect(reload, [reload]);
  const side = useMemo(() => nodes && sideNodes(nodes), [nodes]);
  const options = useMemo(() => treeOptions(nodes ?? []), [nodes]);
  return { side, options, problem, reload };
}
