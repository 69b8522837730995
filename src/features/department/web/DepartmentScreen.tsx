import { useMemo, useState } from 'react';
import { departmentApi } from '#features/department/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { useLabels } from '#web/data/dictionary.ts';
import { count } from '#web/data/format.ts';
import type { Opening } from '#web/form/types.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { type SideNode, SideTree } from '#web/tree/SideTree.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { type DropTarget, flatten, pathTo } from '#web/tree/treeNodes.ts';
import { DepartmentDetail } from './DepartmentDetail.tsx';
import { MergeForm } from './MergeForm.tsx';
import type { Department } from './types.ts';
import { useDepartmentForm } from './useDepartmentForm.tsx';
import './department.css';

const none: readonly Department[] = [];

function sideNodes(nodes: readonly Department[], typeLabels: Readonly<Record<string, string>>): SideNode[] {
  return nodes.map((node) => ({
    id: node.id,
    name: node.name,
    muted: node.status !== 'enabled',
    note: (
      <span title={`${typeLabels[node.type] ?? node.type}：用户 / 客户 / 设备`}>
        {count(node.userCount)} / {count(node.customerCount)} / {count(node.equipmentCount)}
      </span>
    ),
    keywords: [node.code, node.leader].filter(Boolean).join(' '),
    children: sideNodes(node.children, typeLabels),
  }));
}

/** Organisation (domain.md 6.4): the tree, which defines the data scope, and the selected department at its right. */
export default function DepartmentScreen() {
  const { query, setQuery } = useScreen();
  const { data: tree, problem, reload } = useCall(departmentApi.getDepartmentTree, {}, { first: true });
  const types = useLabels('department_type');
  const form = useDepartmentForm(
    tree ?? none,
    (id) => setQuery({ id }),
    () => void reload(),
  );
  const [merge, setMerge] = useState<Opening>();
  const edits = can('department:edit');
  const nodes = useMemo(() => sideNodes(tree ?? [], types), [tree, types]);
  const selectedId = query.get('id') ?? tree?.[0]?.id;
  const path = useMemo(() => (tree && selectedId ? pathTo(tree, selectedId) : []), [tree, selectedId]);
  const selected = path.at(-1) ?? tree?.[0];
  const add = () =>
    selected &&
    form.add({ parentId: selected.id, type: selected.type, sort: selected.children.length, status: 'enabled' });

  const move = async (id: string, to: DropTarget) => {
    if (to.parentId === null) return;
    await withToast(() => callApi(departmentApi.moveDepartment, { id, parentId: to.parentId ?? '', index: to.index }), {
      done: '已移动，数据范围随之改变',
      failed: '移动失败',
    });
    await reload();
  };

  return (
    <div className="tree-screen grid min-h-0 bg-container h-full">
      <SideTree
        label="部门树"
        nodes={nodes}
        selected={selected?.id}
        onSelect={(id) => setQuery({ id })}
        placeholder="名称 / 编码 / 负责人"
        onMove={edits ? (id, to) => void move(id, to) : undefined}
        head={
          <>
            <h2 className="text-sm">
              部门<small className="ml-1.5">{tree ? `${flatten(tree).length} 个` : ''}</small>
            </h2>
            <small className="text-xs text-text3">用户 / 客户 / 设备</small>
          </>
        }
      />
      <div className="flex flex-col min-w-0 min-h-0 overflow-auto">
        {!selected && <TreeTrouble what="部门" problem={problem} onRetry={() => void reload()} />}
        {selected && (
          <DepartmentDetail
            department={selected}
            path={path}
            onOpen={(id) => setQuery({ id })}
            onEdit={form.edit}
            onMerge={(row) => setMerge({ values: { fromId: row.id } })}
            onChanged={reload}
            add={
              <>
                {can('department:export') && (
                  <ExportButton
                    endpoint={departmentApi.exportDepartment}
                    input={() => ({ departmentId: selected.id })}
                    what={`「${selected.name}」和它的全部下级`}
                  />
                )}
                {edits && <AddButton label="新增下级" onAdd={add} />}
              </>
            }
          />
        )}
      </div>
      {form.form}
      <MergeForm
        open={merge}
        onClosed={() => setMerge(undefined)}
        tree={tree ?? []}
        onDone={(id) => {
          setQuery({ id });
          void reload();
        }}
      />
    </div>
  );
}
