import type { Placed } from './grid/layout.ts';
import type { Column } from './types.ts';

/** A column of the grid: selection, row number, data or actions. */
export type GridColumn<Row> = Column<Row> & { part: 'tick' | 'number' | 'data' | 'actions' };
export type PlacedColumn<Row> = Placed<GridColumn<Row>>;

export const tickColumn = { key: '#tick', title: '', part: 'tick', width: 40, fixed: 'left', noTooltip: true } as const;

/** Widths in px: a digit, the padding of a cell, and of a row's first cell (page.css). */
const [digit, padding, firstPadding] = [8, 16, 24];

/** Returns the column 序号 for numbers with that many digits; `first`: it is the leftmost column. */
export function numberColumn(digits: number, first: boolean) {
  const width = Math.max(48, digit * digits + (first ? firstPadding : padding));
  return { key: '#number', title: '序号', part: 'number', width, fixed: 'left', noTooltip: true } as const;
}

export const actionsKey = 'actions';

/** Returns class and style of a cell: alignment, and the offset of a fixed one. */
export function cellLook(column: {
  fixed?: 'left' | 'right';
  offset?: number;
  edge: boolean;
  align?: 'right' | 'center';
}): { className: string; style?: Record<string, number> } {
  const classes = [
    column.align && `align-${column.align}`,
    column.fixed && `fixed-${column.fixed}`,
    column.edge && 'fixed-edge',
  ];
  return {
    className: classes.filter(Boolean).join(' '),
    style: column.fixed ? { [column.fixed]: column.offset ?? 0 } : undefined,
  };
}

/** Returns the name of a column's sort field, if it can be sorted. */
export function sortField(column: { key: string; sort?: string | true }): string | undefined {
  return column.sort === true ? column.key : column.sort;
}
