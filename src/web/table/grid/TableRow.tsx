import { memo, type ReactNode } from 'react';
import { missing } from '#web/data/format.ts';
import { RowCheckbox } from '../selection.tsx';
import type { RowAction } from '../types.ts';
import { cellLook, type PlacedColumn } from './layout.ts';
import { RowActions } from './RowActions.tsx';

/** Column width in px from which a column takes the full width of a card. */
const wide = 150;

export type TableRowProps<Row> = {
  row: Row;
  index: number;
  /** Number of the row in the whole list, from 1. */
  place: number;
  columns: readonly PlacedColumn<Row>[];
  active: boolean;
  /** Undefined: rows cannot be selected. */
  ticked: boolean | undefined;
  className: string | undefined;
  idAttribute: `data-${string}` | undefined;
  actions: readonly RowAction<Row>[];
  onTick: (row: Row) => void;
};

function textOf(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') {
    return missing;
  }
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
}

function cellOf<Row>(
  { row, place, ticked, actions, onTick }: TableRowProps<Row>,
  column: PlacedColumn<Row>,
  index: number,
) {
  switch (column.part) {
    case 'tick':
      return <RowCheckbox label={`选择第 ${place} 行`} checked={ticked ?? false} onChange={() => onTick(row)} />;
    case 'number':
      return place;
    case 'actions':
      return <RowActions row={row} actions={actions} />;
    default:
      return column.render
        ? (column.render(row, index) ?? missing)
        : textOf((row as Readonly<Record<string, unknown>>)[column.key]);
  }
}

function BodyRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { row, index, place, columns, active, ticked, className, idAttribute } = props;
  return (
    <tr
      data-index={index}
      tabIndex={active ? 0 : -1}
      aria-rowindex={place + 1}
      aria-selected={ticked}
      className={className}
      {...(idAttribute && { [idAttribute]: row.id })}
    >
      {columns.map((column, columnIndex) => {
        const content = cellOf(props, column, index);
        return (
          <td
            key={column.key}
            aria-colindex={columnIndex + 1}
            tabIndex={-1}
            data-part={column.part}
            data-title={column.title}
            data-wide={(column.width ?? 0) >= wide || undefined}
            data-none={content === missing || undefined}
            data-cut={column.noTooltip || column.part !== 'data' ? undefined : ''}
            {...cellLook(column)}
          >
            <div className="cell truncate">{content}</div>
          </td>
        );
      })}
    </tr>
  );
}

/** One row, drawn again only when its own props change. */
export const TableRow = memo(BodyRow) as typeof BodyRow;
