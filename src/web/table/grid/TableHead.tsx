import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { RowCheckbox } from '../selection.tsx';
import type { Sort } from '../types.ts';
import { cellLook, type PlacedColumn, sortField } from './layout.ts';

type TableHeadProps<Row> = {
  columns: readonly PlacedColumn<Row>[];
  sort: readonly Sort[];
  onSort: (field: string) => void;
  ticked: 'all' | 'some' | 'none';
  onTickAll: (on: boolean) => void;
};

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** The head row: sticky, sorts, and selects the whole page. */
export function TableHead<Row>({ columns, sort, onSort, ticked, onTickAll }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, index) => {
          const field = sortField(column);
          const order = field ? sort.find((entry) => entry.field === field)?.order : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              aria-colindex={index + 1}
              aria-sort={order && ariaSort[order]}
              {...cellLook(column)}
            >
              {column.part === 'tick' && (
                <RowCheckbox
                  label="全选本页"
                  checked={ticked === 'all'}
                  mixed={ticked === 'some'}
                  onChange={onTickAll}
                />
              )}
              {column.part !== 'tick' && field && (
                <button
                  type="button"
                  className="sorter inner-focus inline-flex items-center gap-0.5 min-h-6 max-w-full"
                  onClick={() => onSort(field)}
                >
                  {column.title}
                  <SortSign order={order} />
                </button>
              )}
              {column.part !== 'tick' && !field && column.title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortSign({ order }: { order: 'asc' | 'desc' | undefined }) {
  if (order === undefined) {
    return <ChevronsUpDown size={12} className="sort-none" aria-hidden />;
  }
  return order === 'asc' ? <ChevronUp size={12} aria-hidden /> : <ChevronDown size={12} aria-hidden />;
}
