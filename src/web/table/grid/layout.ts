import type { DrawnColumn } from '../types.ts';

/** Default column width, px. */
const defaultWidth = 120;

/** Share of its width that a non-fixed column gives up before the list scrolls sideways. */
const gives = 0.1;

type Sized = { key: string; width?: number; fixed?: 'left' | 'right'; hideOrder?: number };

type Placed<C> = C & {
  px: number;
  /** Distance of a fixed column from its edge, px. */
  offset?: number;
  /** The fixed column next to the scrolling ones; it has the shadow. */
  edge: boolean;
};

const widthOf = ({ width = defaultWidth }: Sized) => width;
const sum = (columns: readonly Sized[]) => columns.reduce((total, column) => total + widthOf(column), 0);

/** Returns the spare room in px, negative if it is missing, and whether the columns can shrink to fit. */
function roomOf(columns: readonly Sized[], containerPx: number): { over: number; fits: boolean } {
  const over = containerPx - sum(columns);
  return { over, fits: over >= -gives * sum(columns.filter(({ fixed }) => fixed === undefined)) };
}

/**
 * Removes columns with a `hideOrder`, one by one, until the rest fits; returns all before the container is measured
 * (0).
 */
export function fittingColumns<C extends Sized>(columns: readonly C[], containerPx: number): readonly C[] {
  const [first] = columns
    .filter(({ hideOrder: leaves }) => leaves !== undefined)
    .sort((a, b) => (a.hideOrder ?? 0) - (b.hideOrder ?? 0));
  if (!first || containerPx === 0 || roomOf(columns, containerPx).fits) return columns;
  return fittingColumns(
    columns.filter((column) => column !== first),
    containerPx,
  );
}

/**
 * Computes exact widths: non-fixed columns share the spare room, or a small lack, in proportion to their width.
 * Left-fixed columns come first, right-fixed ones last, the rest keep their order.
 */
export function placeColumns<C extends Sized>(columns: readonly C[], containerPx: number): Placed<C>[] {
  const leftColumns = columns.filter(({ fixed }) => fixed === 'left');
  const middle = columns.filter(({ fixed }) => fixed === undefined);
  const rightColumns = columns.filter(({ fixed }) => fixed === 'right');
  const { over, fits } = roomOf(columns, containerPx);
  const widths = grownWidths(middle.map(widthOf), fits ? over : 0);

  let offset = 0;
  const placedLeft = leftColumns.map((column, index): Placed<C> => {
    const placed = { ...column, px: widthOf(column), offset, edge: index === leftColumns.length - 1 };
    offset += placed.px;
    return placed;
  });
  const placedMiddle = middle.map((column, index): Placed<C> => ({ ...column, px: widths[index] ?? 0, edge: false }));
  let back = sum(rightColumns);
  const placedRight = rightColumns.map((column, index): Placed<C> => {
    back -= widthOf(column);
    return { ...column, px: widthOf(column), offset: back, edge: index === 0 };
  });
  return [...placedLeft, ...placedMiddle, ...placedRight];
}

/** Distributes whole pixels: rounding the running sum leaves no gap at the right edge. */
function grownWidths(widths: readonly number[], spare: number): number[] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  let previousWidth = 0;
  return widths.map((width) => {
    const from = Math.round((previousWidth * spare) / total);
    previousWidth += width;
    return width + Math.round((previousWidth * spare) / total) - from;
  });
}

/**
 * Returns the columns in the user's order; `visibleKeys` is the stored setting (empty: as declared). Fixed columns are
 * always shown in place; columns that the user chose are not hidden for lack of room.
 */
export function chosenColumns<C extends Sized & { hidden?: boolean }>(
  columns: readonly C[],
  visibleKeys: readonly string[],
): C[] {
  if (visibleKeys.length === 0) {
    return columns.filter(({ hidden, fixed }) => fixed !== undefined || !hidden);
  }
  const byKey = new Map(columns.map((column) => [column.key, { ...column, hideOrder: undefined }]));
  const ordered = visibleKeys.flatMap((key) => byKey.get(key) ?? []);
  const missing = columns.filter((column) => column.fixed !== undefined && !visibleKeys.includes(column.key));
  return [...ordered, ...missing];
}

/** A column of the grid: selection, row number, data or actions. */
export type GridColumn<Row> = DrawnColumn<Row> & { part: 'tick' | 'number' | 'data' | 'actions' };
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
