import { type RefObject, useLayoutEffect, useRef } from 'react';
import { movedBy } from './windowing.ts';

type Rows = readonly { id: string }[];

/**
 * Rows that come or go above the uppermost one in view don't move it: who reads keeps the place.
 * At the very top nothing is held, so that what is new is seen.
 * @param rowHeight px; undefined where rows differ: there the browser holds the place
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
