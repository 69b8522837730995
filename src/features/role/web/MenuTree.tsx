import { Button, Input, Switch, Tree } from 'antd';
import { Search } from 'lucide-react';
import { type Key, useMemo, useState } from 'react';
import type { MenuChoice } from '../contract.ts';
import { branchesOf, type MenuBranch, marksOf, toggleAll, toggleMenu } from './menuChoice.ts';

interface Props {
  menus: readonly MenuChoice[];
  selected: readonly string[];
  /** Absent: the tree is read-only. */
  onChange?: (selected: string[]) => void;
}

interface Node {
  key: string;
  branch: MenuBranch;
  /** Number of granted buttons of a menu, and of all. */
  openCount: number;
  disableCheckbox: boolean;
  children: Node[];
}

const matchingBranches = (branches: MenuBranch[], keyword: string): MenuBranch[] =>
  keyword === ''
    ? branches
    : branches.flatMap((branch) => {
        if (branch.name.includes(keyword)) return [branch];
        const children = matchingBranches(branch.children, keyword);
        return children.length > 0 ? [{ ...branch, children }] : [];
      });

const keysOf = (branches: readonly MenuBranch[]): string[] =>
  branches.flatMap((branch) => (branch.children.length > 0 ? [branch.id, ...keysOf(branch.children)] : []));

/** Tree of a role's menus and buttons: parent and child linked or not, select all, expand, collapse, search. */
export default function MenuTree({ menus, selected, onChange }: Props) {
  const [linked, setLinked] = useState(true);
  const [keyword, setKeyword] = useState('');
  const all = useMemo(() => branchesOf(menus), [menus]);
  const shown = useMemo(() => matchingBranches(all, keyword.trim()), [all, keyword]);
  const [open, setOpen] = useState<Key[]>(() => all.map((branch) => branch.id));
  const set = useMemo(() => new Set(selected), [selected]);
  const nodeOf = (branch: MenuBranch): Node => ({
    key: branch.id,
    branch,
    openCount: branch.children.filter((child) => set.has(child.id)).length,
    disableCheckbox: !onChange || (branch.type !== 'dir' && (branch.open || !branch.mine)),
    children: branch.children.map(nodeOf),
  });
  const everything = keysOf(all);
  return (
    <div className="menu-tree bg-container overflow-hidden rounded-md border border-edge">
      <div className="menu-tree-bar flex items-center flex-wrap gap-2 border-b border-line bg-s2 px-2 py-1.5">
        <Input
          allowClear
          size="small"
          value={keyword}
          placeholder="搜索菜单和按钮"
          aria-label="搜索菜单和按钮"
          prefix={<Search size={13} aria-hidden />}
          onChange={(event) => setKeyword(event.target.value)}
        />
        {onChange && (
          <>
            <span className="inline-flex items-center gap-1.5">
              <Switch size="small" checked={linked} aria-label="父子联动" onChange={setLinked} /> 父子联动
            </span>
            <Button size="small" onClick={() => onChange(toggleAll(all, selected))}>
              全选 / 全不选
            </Button>
          </>
        )}
        <Button size="small" onClick={() => setOpen(open.length < everything.length ? everything : [])}>
          {open.length < everything.length ? '全部展开' : '全部收起'}
        </Button>
      </div>
      <div className="menu-tree-list overflow-auto px-2 py-1">
        <Tree<Node>
          blockNode
          checkable
          checkStrictly
          selectable={false}
          treeData={shown.map(nodeOf)}
          checkedKeys={marksOf(all, set)}
          expandedKeys={keyword.trim() ? keysOf(shown) : open}
          onExpand={setOpen}
          onCheck={(_keys, { node }) => onChange?.(toggleMenu(all, selected, node.branch.id, linked))}
          titleRender={({ branch, openCount }) => (
            <span
              className="inline-flex items-baseline gap-2"
              title={onChange && !branch.mine ? '你没有这项权限，不能授予' : undefined}
            >
              <span>{branch.name}</span>
              {branch.type === 'button' && <em className="not-italic text-xs text-text3">按钮</em>}
              {branch.open && <small className="not-italic text-xs text-text3">人人可见，不需授权</small>}
              {branch.type === 'menu' && branch.children.length > 0 && (
                <small className="not-italic text-xs text-text3">
                  按钮 {openCount}/{branch.children.length}
                </small>
              )}
              {branch.apis.length > 0 && (
                <small className="not-italic text-xs text-text3">{branch.apis.length} 个接口</small>
              )}
            </span>
          )}
        />
        {shown.length === 0 && <p className="py-2 px-2 text-text3">没有名称含「{keyword.trim()}」的菜单或按钮。</p>}
      </div>
    </div>
  );
}
