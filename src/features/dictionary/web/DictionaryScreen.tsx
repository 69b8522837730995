import { List, SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { type DictionaryType, dictionaryApi } from '#features/dictionary/contract.ts';
import { cacheApi } from '#shared/contract/cache.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { texts } from '#web/core/texts.ts';
import { refreshDictionary } from '#web/data/dictionary.ts';
import { box } from '#web/message/message.tsx';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { type SideNode, SideTree } from '#web/tree/SideTree.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { ItemTable } from './ItemTable.tsx';
import { useItemForm } from './useItemForm.tsx';
import { useTypeForm } from './useTypeForm.tsx';
import './dictionary.css';

function sideNodes(types: readonly DictionaryType[]): SideNode[] {
  return types.map(({ type, name, kind, items }) => ({
    id: type,
    name,
    note: items.length,
    icon: kind === 'parameter' ? <SlidersHorizontal size={14} aria-label="参数" /> : <List size={14} aria-hidden />,
    keywords: `${type} ${items.map(({ label, value }) => `${label} ${value}`).join(' ')}`,
    children: [],
  }));
}

/** Enumerations and parameters (domain.md 6.5): types at the left, items of the selected type at the right. */
export default function DictionaryScreen() {
  const { query, setQuery } = useScreen();
  const { data: types, problem, reload } = useCall(dictionaryApi.getDictionaryTree, {}, { first: true });
  const edits = can('dictionary:edit');
  const nodes = useMemo(() => sideNodes(types ?? []), [types]);
  const selected = types?.find(({ type }) => type === query.get('type')) ?? types?.[0];
  const use = useCall(
    dictionaryApi.getDictionaryUse,
    { type: selected?.type ?? 'none' },
    { first: true, enabled: selected !== undefined },
  );
  const changed = async () => {
    refreshDictionary();
    await Promise.all([reload(), use.reload()]);
  };
  const itemForm = useItemForm(selected, use.data, () => void changed());
  const typeForm = useTypeForm(
    (type) => setQuery({ type }),
    () => void changed(),
  );
  const add = () =>
    selected &&
    !selected.fixed &&
    itemForm.add({ type: selected.type, sort: selected.items.length, isDefault: false, status: 'enabled' });

  const reloadCache = () =>
    withToast(() => callApi(cacheApi.reloadCache, {}), { done: texts.refreshed, failed: '刷新失败' }).then(changed);

  return (
    <div className="tree-screen grid min-h-0 bg-container h-full">
      <SideTree
        label="字典类型"
        nodes={nodes}
        selected={selected?.type}
        onSelect={(type) => setQuery({ type, status: null, word: null })}
        placeholder="类型 / 编码 / 标签 / 键值"
        head={
          <>
            <h2 className="text-sm">
              字典<small className="ml-1.5">{types ? `${types.length} 类` : ''}</small>
            </h2>
            {edits && (
              <Button kind="link" onClick={() => typeForm.add({ kind: 'list' })}>
                新增类型
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-col min-w-0 min-h-0 overflow-auto">
        {!selected && <TreeTrouble what="字典" problem={problem} onRetry={() => void reload()} />}
        {selected && (
          <>
            <Toolbar className="tree-bar justify-between">
              <h1 className="flex items-center min-w-0 gap-2 truncate text-base">
                {selected.name} <small className="mono">{selected.type}</small>
                {selected.kind === 'parameter' && <Badge>参数</Badge>}
                {selected.builtIn && <Badge>内置</Badge>}
                {selected.fixed && (
                  <Badge title="程序按这些键值工作：标签、颜色、排序可改，键值不增不减">键值固定</Badge>
                )}
              </h1>
              <div className="tree-actions flex items-center flex-none gap-2">
                {can('user:cache') && <Button onClick={() => void reloadCache()}>刷新缓存</Button>}
                {edits && <Button onClick={() => typeForm.edit(selected)}>编辑类型</Button>}
                {edits && !selected.builtIn && (
                  <Button onClick={() => void removeType(selected, changed)}>删除类型</Button>
                )}
                {edits && (
                  <AddButton
                    label="新增"
                    onAdd={add}
                    blocked={selected.fixed ? '键值由系统使用，不能新增' : undefined}
                  />
                )}
              </div>
            </Toolbar>
            <ItemTable type={selected} use={use.data} edits={edits} onEdit={itemForm.edit} onChanged={changed} />
          </>
        )}
      </div>
      {itemForm.form}
      {typeForm.form}
    </div>
  );
}

async function removeType(type: DictionaryType, changed: () => Promise<void>): Promise<void> {
  if (!(await box.confirm(`确认删除字典类型「${type.name}」？`, { ok: '删除类型', danger: true, level: 'warning' })))
    return;
  await withToast(() => callApi(dictionaryApi.deleteDictionaryType, { id: type.id }), {
    done: '已删除',
    failed: '删除失败',
  });
  await changed();
}
