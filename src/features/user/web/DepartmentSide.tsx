import { SideTree } from '#web/tree/SideTree.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { DepartmentTree } from './useDepartmentTree.ts';

interface Props {
  tree: DepartmentTree;
  /** Id of the selected department; undefined for all. */
  selected: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Department tree next to the user list: a selection lists that department with its subtree. */
export function DepartmentSide({ tree, selected, onChoose }: Props) {
  return (
    <SideTree
      label="部门"
      nodes={tree.side ?? []}
      selected={selected}
      onSelect={(id) => onChoose(id === selected ? undefined : id)}
      placeholder="搜索部门"
      instead={tree.side ? undefined : <TreeTrouble what="部门" problem={tree.problem} onRetry={tree.reload} />}
      head={
        <>
          <h2 className="text-sm">部门</h2>
          {selected && (
            <Button kind="link" onClick={() => onChoose(undefined)}>
              看全部
            </Button>
          )}
        </>
      }
    />
  );
}
