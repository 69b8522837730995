import { useCallback, useEffect, useState } from 'react';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import { errorText } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import type { TreeOption } from '#web/table/types.ts';

function optionsOf(nodes: readonly DepartmentNode[]): TreeOption[] {
  return nodes.map(({ id, name, children }) => ({ value: id, title: name, children: optionsOf(children) }));
}

/** Departments in scope with their head counts, and the same as options of a form. */
export interface DepartmentTree {
  nodes: readonly DepartmentNode[] | undefined;
  options: readonly TreeOption[];
  problem: string | undefined;
  reload: () => void;
}

export function useDepartmentTree(): DepartmentTree {
  const [nodes, setNodes] = useState<readonly DepartmentNode[]>();
  const [problem, setProblem] = useState<string>();
  const reload = useCallback(() => {
    call(userApi.getUserDepartmentTree, {}).then(
      (found) => {
        setNodes(found);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(errorText(error)),
    );
  }, []);
  useEffect(reload, [reload]);
  return { nodes, options: optionsOf(nodes ?? []), problem, reload };
}
