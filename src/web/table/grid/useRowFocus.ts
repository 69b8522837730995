import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { singleKeysOn } from '#web/screen/hotkeys.ts';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex]';

const tabbable = ['a[href]', 'button', 'input', 'select'].map((tag) => `td ${tag}:not([tabindex="-1"])`).join(', ');

/** Approximate height of a card, px: the unit of Page Down. */
const cardHeight = 160;

/** Returns the stops of the left and right arrows in a row: the row itself, then each cell's controls, or the cell. */
function stopsOf(row: HTMLElement): HTMLElement[] {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > td')];
  return [
    row,
    ...cells.flatMap((cell) => {
      const controls = [...cell.querySelectorAll<HTMLElement>(focusable)];
      return controls.length > 0 ? controls : [cell];
    }),
  ];
}

type Grid<Row> = {
  rows: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  /** Row height in px; undefined if rows differ. */
  rowHeight: number | undefined;
  headHeight: number;
};

/**
 * Makes the body one tab stop: the active row. It follows its row by id when rows change; the focus stays in the body
 * when the focused row disappears.
 */
export function useRowFocus<Row extends { id: string }>({ rows, scroller, body, rowHeight, headHeight }: Grid<Row>) {
  const [active, setActive] = useState<{ id?: string; index: number }>({ index: 0 });
  const step = rowHeight ?? cardHeight;
  const pendingFocus = useRef<{ stop: number } | undefined>(undefined);
  const held = useRef(false);

  const activeIndex = rows.findIndex(({ id }) => id === active.id);
  const index = activeIndex >= 0 ? activeIndex : Math.max(0, Math.min(active.index, rows.length - 1));

  const rowAt = useCallback(
    (rowIndex: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${rowIndex}"]`) ?? undefined,
    [body],
  );

  const show = useCallback(
    (rowIndex: number) => {
      const box = scroller.current;
      if (!box) {
        return;
      }
      if (rowHeight === undefined) {
        rowAt(rowIndex)?.scrollIntoView({ block: 'nearest' });
        return;
      }
      const viewHeight = box.clientHeight - headHeight;
      const top = rowIndex * rowHeight;
      if (top < box.scrollTop) {
        box.scrollTop = top;
      } else if (top + rowHeight > box.scrollTop + viewHeight) {
        box.scrollTop = top + rowHeight - viewHeight;
      }
    },
    [scroller, rowAt, rowHeight, headHeight],
  );

  const moveTo = useCallback(
    (rowIndex: number, stop = 0) => {
      pendingFocus.current = { stop };
      setActive({ id: rows[rowIndex]?.id, index: rowIndex });
      show(rowIndex);
    },
    [rows, show],
  );

  // Controls in cells are reached by the arrows, because the body is one tab stop.
  useLayoutEffect(() => {
    for (const control of body.current?.querySelectorAll<HTMLElement>(tabbable) ?? []) {
      control.tabIndex = -1;
    }
  });

  useLayoutEffect(() => {
    const row = rowAt(index);
    if (pendingFocus.current && row) {
      const { stop } = pendingFocus.current;
      pendingFocus.current = undefined;
      (stopsOf(row)[stop] ?? row).focus({ preventScroll: stop === 0 });
    } else if (held.current && document.activeElement === document.body) {
      row?.focus({ preventScroll: true });
    }
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-index]');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const stops = stopsOf(row);
    const stop = Math.max(0, stops.indexOf(event.target as HTMLElement));
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      const next = stops[Math.min(stops.length - 1, Math.max(0, stop + (event.key === 'ArrowRight' ? 1 : -1)))];
      next?.focus();
      next?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
      return;
    }
    const pageRows = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / step) - 1);
    if (event.key.length === 1 && !singleKeysOn()) {
      return;
    }
    const target = targetRow(event.key, Number(row.dataset.index), rows.length, pageRows);
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target, stop);
    }
  }

  /** Makes the row active that gets the focus by click or from outside. */
  function onFocus(target: HTMLElement): void {
    held.current = true;
    const rowIndex = Number(target.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? Number.NaN);
    if (!Number.isNaN(rowIndex) && rowIndex !== index) {
      setActive({ id: rows[rowIndex]?.id, index: rowIndex });
    }
  }

  function onBlur(next: EventTarget | null): void {
    // A removed row blurs without a target: only a focus elsewhere ends the hold.
    if (next !== null && !body.current?.contains(next as Node)) {
      held.current = false;
    }
  }

  return { index, moveTo, onKeyDown, onFocus, onBlur };
}

/**
 * Returns the row that a key moves to, undefined if the key does not move.
 * @param active index of the focused row
 * @param pageRows number of rows that fit on the screen
 */
export function targetRow(key: string, active: number, count: number, pageRows: number): number | undefined {
  const step: Record<string, number> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    Home: 0,
    End: count - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
  };
  const target = step[key] ?? step[key.toLowerCase()];
  return target === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, target));
}
