import { Button as AntButton, Input, Select } from 'antd';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { menuApi, menuTypes } from '#features/menu/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { Opening } from '#web/form/types.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { type DropTarget, filterTree, flatten } from '#web/tree/treeNodes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { MenuForm } from './MenuForm.tsx';
import { MenuTable } from './MenuTable.tsx';
import { MenuTransfer } from './MenuTransfer.tsx';
import type { Menu } from './types.ts';
import './menu.css';
import '#web/tree/tree.css';

/** Menus and buttons (domain.md 6.10) as a tree table: drag, edit, disable, export and import. */
export default function MenuScreen() {
  const { query, setQuery } = useScreen();
  const { data: tree, problem, reload } = useCall(menuApi.getMenuTree, {}, { first: true });
  const [form, setForm] = useState<Opening>();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const edits = can('menu:edit');
  const [keyword, type] = [query.get('word') ?? '', query.get('type')];
  const all = useMemo(() => flatten(tree ?? []), [tree]);
  const filtering = keyword.trim() !== '' || type !== null;
  const shown = useMemo(() => filterTree(tree ?? [], (node) => fits(node, keyword, type)), [tree, keyword, type]);
  const add = (parent?: Menu) => {
    const kind = parent === undefined ? 'dir' : parent.type === 'menu' ? 'button' : 'menu';
    const parentId = parent?.id ?? null;
    setForm({ values: { parentId, type: kind, visible: kind !== 'button', cache: true, skipCheck: false } });
  };

  const move = async (id: string, { parentId, index }: DropTarget) => {
    await withToast(() => callApi(menuApi.moveMenu, { id, parentId, index }), { done: '已移动', failed: '移动失败' });
    await reload();
  };
  const parents = all.filter(({ children }) => children.length > 0).map(({ id }) => id);
  const allClosed = parents.every((id) => closed.has(id));

  return (
    <div className="flex flex-col min-h-0 bg-container h-full">
      <Toolbar className="tree-bar justify-between">
        <div className="menu-filter flex items-center gap-3">
          <Input
            allowClear
            aria-label="名称 / 地址 / 权限标识"
            placeholder="名称 / 地址 / 权限标识"
            prefix={<Search size={14} aria-hidden />}
            style={{ width: 240 }}
            value={keyword}
            onChange={(event) => setQuery({ word: event.target.value })}
          />
          <Select
            allowClear
            aria-label="类型"
            placeholder="类型 不限"
            style={{ width: 120 }}
            value={type ?? undefined}
            options={optionsOf(menuTypes)}
            onChange={(value?: string) => setQuery({ type: value ?? null })}
          />
          <Button kind="link" onClick={() => setClosed(new Set(allClosed ? [] : parents))}>
            {allClosed ? '全部展开' : '全部收起'}
          </Button>
          <span className="text-xs text-text3">共 {all.length} 项</span>
        </div>
        <div className="tree-actions flex items-center flex-none gap-2">
          <MenuTransfer edits={edits} onDone={reload} />
          {edits && <AddButton label="新增目录" onAdd={() => add()} />}
        </div>
      </Toolbar>
      {tree === undefined ? (
        <TreeTrouble what="菜单" problem={problem} onRetry={() => void reload()} />
      ) : (
        <MenuTable
          nodes={shown}
          fullTree={tree}
          closed={filtering ? new Set() : closed}
          onToggle={(id) => setClosed(toggled(closed, id))}
          edits={edits}
          drags={edits && !filtering}
          onMove={(id, to) => void move(id, to)}
          onAdd={add}
          onEdit={(row) => setForm({ values: { ...row } })}
          onChanged={reload}
          empty={<NoMatch keyword={keyword.trim()} type={type} onDrop={setQuery} />}
        />
      )}
      <MenuForm
        open={form}
        onClosed={() => setForm(undefined)}
        tree={tree ?? []}
        onDone={reload}
        fetchLatest={async (id) => {
          const row = flatten(await callApi(menuApi.getMenuTree, {})).find((menu) => menu.id === id);
          void reload();
          return row && { ...row };
        }}
      />
    </div>
  );
}

/** Shows the search that found nothing, with actions to leave it. */
function NoMatch({
  keyword,
  type,
  onDrop,
}: {
  keyword: string;
  type: string | null;
  onDrop: (patch: Record<string, null>) => void;
}) {
  const filters = [
    { field: 'word', text: keyword },
    { field: 'type', text: type === null ? '' : (menuTypes[type as Menu['type']] ?? type) },
  ].filter(({ text }) => text !== '');
  const last = filters.at(-1);
  if (!last) return <EmptyState reason="还没有菜单。" />;
  return (
    <EmptyState reason={`没有符合「${filters.map(({ text }) => text).join('、')}」的菜单`}>
      <AntButton onClick={() => onDrop({ [last.field]: null })}>去掉「{last.text}」</AntButton>
      {filters.length > 1 && (
        <AntButton type="link" onClick={() => onDrop({ keyword: null, type: null })}>
          重置筛选
        </AntButton>
      )}
    </EmptyState>
  );
}

function fits(node: Menu, keyword: string, type: string | null): boolean {
  const text = `${node.name} ${node.url ?? ''} ${node.permission ?? ''}`.toLowerCase();
  return (type === null || node.type === type) && text.includes(keyword.trim().toLowerCase());
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
