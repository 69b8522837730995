import { Lock } from 'lucide-react';
import { type DictionaryItem, type DictionaryType, item } from '#features/dictionary/contract.ts';
import { type Cells, columnsOf } from '#web/crud/columns.tsx';
import { count } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';

const cells: Cells<DictionaryItem> = {
  label: ({ label }) => <b>{label}</b>,
  value: ({ value, builtIn }) => (
    <span className="mono">
      {value}
      {builtIn && <Lock size={12} className="dictionary-lock" aria-label="内置，键值不能改" />}
    </span>
  ),
  color: ({ color }) =>
    color && (
      <span className="dictionary-color inline-flex items-center gap-1.5">
        <i style={{ background: color }} />
        <span className="mono">{color}</span>
      </span>
    ),
  isDefault: ({ isDefault }) => (isDefault ? '默认' : null),
  amount: ({ amount }) => <b>{count(amount)}</b>,
  remark: ({ remark }) =>
    remark && (
      <div className="dictionary-remark overflow-hidden text-ellipsis" title={remark}>
        {remark}
      </div>
    ),
};

const range: Column<DictionaryItem> = {
  key: 'range',
  title: '范围',
  render: ({ min, max }) => (min === null && max === null ? null : `${count(min)} – ${count(max)}`),
};

/** Returns the columns of a type's items; `use`: count of rows that use each value, absent while loading. */
export function columnsFor(
  { kind }: Pick<DictionaryType, 'kind'>,
  use: Readonly<Record<string, number>> | undefined,
): Column<DictionaryItem>[] {
  const rest = ['sort', 'status', 'remark'] as const;
  if (kind === 'parameter') {
    const [label, ...others] = columnsOf(item, cells, ['label', 'value', 'amount', 'unit', range, ...rest]);
    return label ? [{ ...label, title: '名称' }, ...others] : others;
  }
  const used: Column<DictionaryItem> = {
    key: 'use',
    title: '使用',
    align: 'right',
    render: ({ value }) => (use ? (use[value] ? count(use[value]) : null) : '…'),
  };
  return columnsOf(item, cells, ['label', 'value', 'color', 'isDefault', used, ...rest]);
}
