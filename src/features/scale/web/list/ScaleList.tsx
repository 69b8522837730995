import { useRef } from 'react';
import { can, useSession } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { DataTableHandle, FilterOf, RowAction } from '#web/table/types.ts';
import { scaleApi, scaleStatuses } from '../../contract.ts';
import { addPath, editPath, open, viewPath } from '../paths.ts';
import { switchScale } from '../switchScale.ts';
import { columns, type ScaleRow } from './columns.tsx';

const filters: readonly FilterOf<typeof scaleApi.getScaleList>[] = [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称 / 编码' },
  { kind: 'multi', field: 'status', label: '状态', options: optionsOf(scaleStatuses), width: 128 },
];

const isOn = ({ status }: ScaleRow) => status === 'enabled';

/** Returns the actions of a row: reading for all, the others with `assessment:scale`. */
function actionsOf(reload: () => void): RowAction<ScaleRow>[] {
  const toggle = async (row: ScaleRow) => {
    if (await switchScale(row)) reload();
  };
  const edits = can('assessment:scale');
  const change = (row: ScaleRow) => void toggle(row);
  return [
    { key: 'view', label: '查看', onClick: ({ code }) => open(viewPath(code)) },
    {
      ...{ key: 'text', label: '录入文字', onClick: ({ code }) => open(editPath(code)) },
      shown: ({ adapter }) => edits && adapter,
    },
    {
      ...{ key: 'edit', label: '改新版', onClick: ({ code }) => open(editPath(code)) },
      shown: ({ adapter }) => edits && !adapter,
    },
    {
      ...{ key: 'on', label: '启用', onClick: change },
      shown: (row) => edits && !isOn(row),
    },
    { key: 'off', label: '停用', tone: 'danger', onClick: change, shown: (row) => edits && isOn(row) },
    {
      ...{ key: 'copy', label: '复制成新量表', onClick: ({ code }) => open(addPath(code)) },
      ...{ shown: () => edits, behind: true },
    },
  ];
}

/** Scales with their newest version; off, adapters lead to their licensed text. */
export function ScaleList() {
  useSession();
  const table = useRef<DataTableHandle<ScaleRow>>(null);
  const edits = can('assessment:scale');
  const add = () => open(addPath());
  return (
    <DataTable
      ref={table}
      name="scale"
      rowLabel="量表"
      endpoint={scaleApi.getScaleList}
      columns={columns}
      filters={filters}
      rowActions={actionsOf(() => table.current?.reload({ keepPlace: true }))}
      actionsWidth={184}
      onOpen={({ code }) => open(viewPath(code))}
      actions={edits && <AddButton label="新增量表" onAdd={add} />}
      empty={<EmptyState reason="还没有量表。">{null}</EmptyState>}
    />
  );
}
