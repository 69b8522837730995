import { department } from '#features/department/contract.ts';
import { columnsOf } from '#web/crud/columns.tsx';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { useLabels } from '#web/data/dictionary.ts';
import { count } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Department } from './types.ts';

interface Props {
  rows: readonly Department[];
  onOpen: (id: string) => void;
  /** Absent when the user may not edit. */
  onEdit?: ((row: Department) => void) | undefined;
}

const shown = [
  'name',
  'type',
  'code',
  'leader',
  'phone',
  'userCount',
  'customerCount',
  'equipmentCount',
  'status',
] as const;

/** Table of the direct lower departments. */
export function ChildTable({ rows, onOpen, onEdit }: Props) {
  const types: Readonly<Record<string, string>> = useLabels('department_type');
  if (rows.length === 0) return <p className="tree-empty text-center text-text2">暂无数据。下面还没有部门。</p>;
  const columns = columnsOf<Department>(
    department,
    {
      name: ({ id, name }) => (
        <Button kind="link" onClick={() => onOpen(id)}>
          {name}
        </Button>
      ),
      type: ({ type }) => types[type] ?? type,
      code: ({ code }) => code && <span className="mono">{code}</span>,
      userCount: ({ userCount }) => count(userCount),
      customerCount: ({ customerCount }) => count(customerCount),
      equipmentCount: ({ equipmentCount }) => count(equipmentCount),
    },
    shown,
  );
  const actions = [
    { key: 'open', label: '查看', onClick: (row: Department) => onOpen(row.id) },
    ...(onEdit ? [{ key: 'edit', label: '编辑', onClick: onEdit }] : []),
  ];
  return <PanelTable label="下级部门" className="border-t border-line" {...{ columns, rows, actions }} />;
}
