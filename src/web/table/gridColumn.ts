import type { Placed } from './layout.ts';
import type { Column } from './types.ts';

/** What a grid draws: the ticks, the numbers, the screen's columns, the actions. */
export type GridColumn<Row> = Column<Row> & { part: 'tick' | 'number' | 'data' | 'actions' };
export type PlacedColumn<Row> = Placed<GridColumn<Row>>;

export const tickColumn = { key: '#tick', title: '', part: 'tick', width: 40, fixed: 'left', noTooltip: true } as const;

/** px: a digit, the padding of a cell, and of the first one of a row (page.css). */
const [digit, padding, firstPadding] = [8, 16, 24];

/** Returns the column 序号 for numbers of so many digits; `first`: no column is left of it. */
export function numberColumn(digits: number, first: boolean) {
  const width = Math.max(48, digit * digits + (first ? firstPadding : padding));
  return { key: '#number', title: '序号', part: 'number', width, fixed: 'left', noTooltip: true } as const;
}

export const actionsKey = 'actions';

/** Class and place of a cell: alignment, and the offset of a fixed one. */
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

/** Name of the sort field of a column, if it can be sorted. */
export function sortField(column: { key: string; sort?: string | true }): string | undefined {
  return column.sort === true ? column.key : column.sort;
}
