import type { ReactNode } from 'react';
import { equipmentStates, keysOf } from '#shared/codes.ts';
import { count, missing } from '#web/data/format.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, FilterOf, Option } from '#web/table/types.ts';
import { stockApi } from '../contract.ts';

/** Returns the address of the device list for a model, all batches, optionally for one state. */
const listOf = (model: string, state?: keyof typeof equipmentStates) =>
  `#/equipment/list?model=${encodeURIComponent(model)}${state ? `&state=${state}` : ''}`;

const columns: ColumnOf<typeof stockApi.getStockList>[] = [
  {
    ...{ key: 'modelName', title: '型号', width: 144, fixed: 'left' },
    render: ({ model, modelName }) => (
      <a className="text-text" href={listOf(model)}>
        {modelName}
      </a>
    ),
  },
  { key: 'batch', title: '采购批次', width: 128, render: ({ batch }) => batch ?? missing },
  { key: 'supplier', title: '供应商', width: 128, hideOrder: 1, render: ({ supplier }) => supplier ?? missing },
  ...keysOf(equipmentStates).map(
    (state): ColumnOf<typeof stockApi.getStockList> => ({
      ...{ key: state, title: equipmentStates[state], width: 80, align: 'right' },
      ...(state === 'stock' && { sort: true }),
      render: (row) =>
        row[state] === 0 ? (
          <span className="text-text2">0</span>
        ) : (
          <a
            className="text-text"
            href={listOf(row.model, state)}
            title={`${row.modelName}${equipmentStates[state]}的设备，含各批次`}
          >
            {count(row[state])}
          </a>
        ),
    }),
  ),
  { key: 'loaned', title: '其中借出', width: 88, align: 'right', render: ({ loaned }) => count(loaned) },
  { key: 'total', title: '合计', width: 80, align: 'right', sort: true, render: ({ total }) => count(total) },
];

interface Props {
  tabs: ReactNode;
  models: readonly Option[];
  /** Filters by department and project. */
  placed: readonly FilterOf<typeof stockApi.getStockList>[];
}

/** Tab 库存: devices per model and batch, by state. */
export function StockTable({ tabs, models, placed }: Props) {
  return (
    <DataTable
      name="stock"
      rowLabel="库存"
      endpoint={stockApi.getStockList}
      columns={columns}
      filters={[
        { kind: 'text', field: 'keyword', label: '关键字', placeholder: '型号 / 批次 / 供应商', width: 208 },
        { kind: 'multi', field: 'model', label: '型号', options: models, width: 176 },
        ...placed,
      ]}
      views={tabs}
      empty={<EmptyState reason="还没有设备。逐台登记，或从 Excel 带批次和供应商导入。" />}
    />
  );
}
