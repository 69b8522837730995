import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Number of rows from which on only the visible ones are drawn (design.md, tables). */
const virtualFrom = 50;

/** Rows drawn above and below the visible ones, so that fast scrolling shows no gap. */
const overscan = 8;

type Span = { kind: 'row'; index: number } | { kind: 'gap'; from: number; count: number };

type View = { scrollTop: number; height: number; rowHeight: number };

/** Returns the first and last (exclusive) row to draw; all rows if there are fewer than `virtualFrom`. */
export function visibleRange(count: number, { scrollTop, height, rowHeight }: View): [number, number] {
  if (count < virtualFrom) {
    return [0, count];
  }
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return [Math.min(first, count), Math.max(last, Math.min(first, count))];
}

/**
 * Returns rows and gaps of the body from top to bottom; a gap is as high as the rows it replaces.
 * @param keep index of the focused row: always drawn, so that the focus is never lost
 */
export function spansOf(count: number, [first, last]: readonly [number, number], keep: number | undefined): Span[] {
  const drawn = Array.from({ length: last - first }, (_, offset) => first + offset);
  if (keep !== undefined && keep >= 0 && keep < count) {
    if (keep < first) {
      drawn.unshift(keep);
    } else if (keep >= last) {
      drawn.push(keep);
    }
  }
  const spans: Span[] = [];
  let next = 0;
  for (const index of drawn) {
    if (index > next) {
      spans.push({ kind: 'gap', from: next, count: index - next });
    }
    spans.push({ kind: 'row', index });
    next = index + 1;
  }
  if (next < count) {
    spans.push({ kind: 'gap', from: next, count: count - next });
  }
  return spans;
}

/**
 * Returns by how many places the row at `first` moved down, negative if up. If the row is gone, the next remaining row
 * counts; 0 if there is none.
 */
export function movedBy(previous: readonly { id: string }[], after: readonly { id: string }[], first: number): number {
  const places = new Map(after.map(({ id }, index) => [id, index]));
  for (let index = first; index < previous.length; index++) {
    const place = places.get(previous[index]?.id ?? '');
    if (place !== undefined) return place - index;
  }
  return 0;
}

type Rows = readonly { id: string }[];

/**
 * Keeps the topmost visible row in position when rows appear or disappear above it. At the very top it does nothing, so
 * that new rows are visible.
 * @param rowHeight px; undefined if rows differ: the browser keeps the position
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  rows: Rows,
  rowHeight: number | undefined,
): void {
  const previousRows = useRef(rows);
  useLayoutEffect(() => {
    const box = scroller.current;
    const last = previousRows.current;
    previousRows.current = rows;
    if (!box || box.scrollTop === 0 || last === rows || rowHeight === undefined) return;
    const moved = movedBy(last, rows, Math.floor(box.scrollTop / rowHeight));
    if (moved !== 0) box.scrollTop += moved * rowHeight;
  }, [scroller, rows, rowHeight]);
}
