import { useRef, useState } from 'react';
import { useEquipmentChoice } from '#features/equipment/web/service.ts';
import { can } from '#web/api/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { ListActions } from '#web/crud/types.ts';
import { useScreen } from '#web/screen/screen.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { stockApi, stockMove } from '../contract.ts';
import { cells, enteredColumn, isOpen, type MoveRow } from './cells.tsx';
import StockForm from './StockForm.tsx';
import { StockTable } from './StockTable.tsx';

const endpoints = { list: stockApi.getStockMoveList };
const lists = {
  loans: [
    ...(['sn', 'equipmentName', 'customerName'] as const),
    enteredColumn,
    ...(['dueDate', 'daysLeft', 'batch', 'note', 'byName'] as const),
  ],
  moves: [
    'kind',
    enteredColumn,
    ...(['sn', 'equipmentName', 'modelName', 'customerName', 'dueDate', 'endedAt', 'condition'] as const),
    ...(['batch', 'supplier', 'note', 'byName'] as const),
  ],
} as const;
const views = [
  { key: 'loans', label: '借出中', params: { open: true } },
  { key: 'moves', label: '出入库记录', params: {} },
  { key: 'stock', label: '库存', params: {} },
] as const;

/** Stock screen 出入库与借还 (domain.md 6.18): open loans with overdue ones on top, moves, and stock by model and batch. */
export default function StockScreen() {
  const { query, setQuery } = useScreen();
  const { departments, projects, models } = useEquipmentChoice();
  const list = useRef<ListActions<MoveRow>>(undefined);
  const [returned, setReturned] = useState<MoveRow>();
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const tabs = (
    <ViewTabs label="出入库与借还" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />
  );
  const placed = [
    { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
    { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
  ] as const;
  if (view.key === 'stock') return <StockTable tabs={tabs} models={models} placed={placed} />;
  return (
    <>
      <ListScreen
        key={view.key}
        resource={stockMove}
        endpoints={endpoints}
        cells={cells}
        columns={lists[view.key]}
        filters={[
          ['keyword', { placeholder: '设备 / 客户 / 批次 / 供应商', width: 208 }],
          ...(view.key === 'moves'
            ? [['kind', { width: 152 }] as const]
            : [{ kind: 'check', field: 'overdue', label: '已逾期' } as const]),
          ...placed,
        ]}
        actions={(listActions) => {
          list.current = listActions;
          return can('equipment:edit') ? [{ key: 'return', label: '归还', onClick: setReturned, shown: isOpen }] : [];
        }}
        nothing={view.key === 'loans' ? '没有借出的设备。绑定设备时选「借给客户」就是借出。' : '还没有出入库记录。'}
        table={{ params: view.params, views: tabs, actionsWidth: 72 }}
      />
      {returned && (
        <StockForm
          ids={[returned.equipmentId]}
          loan={{ name: returned.equipmentName, sn: returned.sn, customerName: returned.customerName }}
          onDone={() => list.current?.reload()}
          onClosed={() => setReturned(undefined)}
        />
      )}
    </>
  );
}
