import { type RefObject, useLayoutEffect, useRef } from 'react';
import { movedBy } from './grid/windowing.ts';

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
