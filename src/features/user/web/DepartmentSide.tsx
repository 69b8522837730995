import { Input, Tree } from 'antd';
import { Search } from 'lucide-react';
import { type Key, useMemo, useState } from 'react';
import type { DepartmentNode } from '#features/user/contract.ts';
import { count as figure } from '#web/format.ts';
import type { DepartmentTree } from './useDepartmentTree.ts';

/** A branch as the tree draws it. */
interface Node {
  key: string;
  name: string;
  count: number;
  children: Node[];
}

const branchOf = ({ id, name, count, children }: DepartmentNode): Node => ({
  key: id,
  name,
  count,
  children: children.map(branchOf),
});

interface SideProps {
  tree: DepartmentTree;
  /** Id of the department whose people are listed; undefined for all. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The branches that hold a department of that name. */
function matching(nodes: readonly DepartmentNode[], word: string): DepartmentNode[] {
  if (word === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = matching(node.children, word);
    return node.name.includes(word) || children.length > 0 ? [{ ...node, children }] : [];
  });
}

const idsOf = (nodes: readonly DepartmentNode[]): string[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children)]);

/** The departments beside the list of people: a choice lists that department with everything below it. */
export function DepartmentSide({ tree, chosen, onChoose }: SideProps) {
  const [word, setWord] = useState('');
  const [open, setOpen] = useState<Key[]>();
  const nodes = useMemo(() => matching(tree.nodes ?? [], word.trim()), [tree.nodes, word]);
  const branches = useMemo(() => nodes.map(branchOf), [nodes]);
  const firstLevels = useMemo(
    () => (tree.nodes ?? []).flatMap(({ id, children }) => [id, ...children.map((one) => one.id)]),
    [tree.nodes],
  );
  return (
    <aside className="user-side" aria-label="部门">
      <Input
        allowClear
        value={word}
        placeholder="搜索部门"
        aria-label="搜索部门"
        prefix={<Search size={14} aria-hidden />}
        onChange={(event) => setWord(event.target.value)}
      />
      <button type="button" className="user-side-all" aria-pressed={!chosen} onClick={() => onChoose(undefined)}>
        全部部门
      </button>
      <div className="user-side-tree">
        {tree.problem && !tree.nodes ? (
          <p role="alert">
            部门没有取到。{tree.problem}
            <button type="button" className="button" onClick={tree.reload}>
              重试
            </button>
          </p>
        ) : (
          <Tree<Node>
            blockNode
            treeData={branches}
            selectedKeys={chosen ? [chosen] : []}
            expandedKeys={word.trim() ? idsOf(nodes) : (open ?? firstLevels)}
            onExpand={setOpen}
            onSelect={([key]) => onChoose(key === undefined ? undefined : String(key))}
            titleRender={({ name, count }) => (
              <span className="user-side-node">
                <span title={name}>{name}</span>
                <small>{figure(count)}</small>
              </span>
            )}
          />
        )}
        {tree.nodes && nodes.length === 0 && <p>没有名称含「{word.trim()}」的部门。</p>}
      </div>
    </aside>
  );
}
