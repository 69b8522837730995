import { Input, Select } from 'antd';
import { type DictionaryItem, type DictionaryType, item } from '#features/dictionary/contract.ts';
import { neededWhy } from '#shared/dictionary.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { isOn } from '#web/crud/rowMutations.ts';
import { statusOptions } from '#web/data/statusOptions.ts';
import { useScreen } from '#web/screen/screen.ts';
import { removeItem, switchItem } from './itemActions.ts';
import { columnsFor } from './itemColumns.tsx';

interface Props {
  type: DictionaryType;
  /** Count of rows that use each value; absent while loading. */
  use: Readonly<Record<string, number>> | undefined;
  edits: boolean;
  onEdit: (item: DictionaryItem) => void;
  onChanged: () => Promise<void>;
}

function actionsOf({ type, onEdit, onChanged }: Props) {
  const list = type.kind === 'list';
  const change = (row: DictionaryItem) => void switchItem(row, onChanged);
  return [
    { key: 'edit', label: '编辑', onClick: onEdit },
    {
      key: 'disable',
      label: '停用',
      shown: (row: DictionaryItem) => list && isOn(row),
      blocked: (row: DictionaryItem) => neededWhy(row.type, row.value),
      onClick: change,
    },
    { key: 'enable', label: '启用', shown: (row: DictionaryItem) => list && !isOn(row), onClick: change },
    {
      key: 'delete',
      label: '删除',
      tone: 'danger' as const,
      shown: ({ builtIn }: DictionaryItem) => !builtIn,
      onClick: (row: DictionaryItem) => void removeItem(row, onChanged),
    },
  ];
}

/** Table of a type's items: label, value, colour, order, default, count of rows that use it. */
export function ItemTable(props: Props) {
  const { type, use, edits } = props;
  const { query, setQuery } = useScreen();
  const [keyword, status] = [query.get('word') ?? '', query.get('status') ?? undefined];
  const rows = type.items.filter(
    (row) =>
      (!status || row.status === status) &&
      `${row.label} ${row.value}`.toLowerCase().includes(keyword.trim().toLowerCase()),
  );
  return (
    <>
      <div className="dictionary-filter flex items-center flex-none gap-2 text-[13px] text-text3 border-b border-line px-4 py-2">
        <Input
          allowClear
          aria-label="标签 / 键值"
          placeholder="标签 / 键值"
          style={{ width: 200 }}
          value={keyword}
          onChange={(event) => setQuery({ word: event.target.value })}
        />
        <Select
          allowClear
          aria-label="状态"
          placeholder="状态 不限"
          style={{ width: 120 }}
          value={status}
          options={statusOptions}
          onChange={(value?: string) => setQuery({ status: value ?? null })}
        />
        <span className="flex-1 truncate" title={type.remark ?? undefined}>
          共 {rows.length} 项{type.remark ? ` · ${type.remark}` : ''}
        </span>
      </div>
      <PanelTable
        label={`${type.name}的${item.title}`}
        columns={columnsFor(type, use)}
        rows={rows}
        actions={edits ? actionsOf(props) : []}
      />
      {rows.length === 0 && (
        <p className="tree-empty text-center text-text2">
          暂无数据。{type.items.length > 0 ? '没有符合筛选的字典项。' : '这个类型还没有字典项。'}
        </p>
      )}
    </>
  );
}
