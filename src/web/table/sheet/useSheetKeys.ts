import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { noEntry } from './sheetState.ts';
import type { SheetColumn } from './types.ts';
import type { SheetModel } from './useSheet.ts';
import { type CellPlace, type Step, stepOf, walk } from './walk.ts';

const rowOf = (element: Element) => element.closest<HTMLElement>('tr[data-row]');
const columnOf = (element: Element) => element.closest<HTMLElement>('td[data-column]')?.dataset.column;

const isCopy = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'd' && (ctrlKey || metaKey);

interface Options<R> {
  body: RefObject<HTMLTableSectionElement | null>;
  rows: readonly R[];
  /** All columns that may be filled in, in order. */
  columns: readonly SheetColumn<R>[];
  isLocked: (row: R) => boolean;
  model: SheetModel;
}

/** Returns the row and column with the focus, and the listeners for keys and focus of the sheet's body. */
export function useSheetKeys<R extends { id: string }>({ body, rows, columns, isLocked, model }: Options<R>) {
  const [focused, setFocused] = useState<{ id: string; column: string }>();

  function go(from: CellPlace, step: Step): boolean {
    const locked = (index: number) => rows[index] !== undefined && isLocked(rows[index]);
    const to = walk(from, step, { rows: rows.length, isLocked: locked });
    const id = to && rows[to.row]?.id;
    if (!to || id === undefined) return false;
    const row = body.current?.querySelector(`tr[data-row="${CSS.escape(id)}"]`);
    // Up and down from a text that this row does not ask for: its last cell.
    const cells = [...(row?.querySelectorAll<HTMLInputElement>('td[data-column] :is(input, select)') ?? [])];
    const cell = cells[Math.min(to.column, cells.length - 1)];
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return cell !== undefined;
  }
  /** Takes the text of the cell above. */
  function copyAbove({ row: index }: CellPlace, { id }: R, { key }: SheetColumn<R>): void {
    const above = rows[index - 1];
    const text = above && model.entries.get(above.id)?.texts[key];
    if (text) model.type(id, key, text);
  }
  /** Puts the saved text back; returns whether it was another one. */
  function restore({ id }: R, { key }: SheetColumn<R>): boolean {
    const { texts, saved } = model.entries.get(id) ?? noEntry;
    const [typed = '', former = ''] = [texts[key], saved[key]];
    if (typed !== former) model.type(id, key, former);
    return typed !== former;
  }
  function cellAt(target: EventTarget) {
    if (!(target instanceof Element)) return undefined;
    const place = {
      row: rows.findIndex(({ id }) => id === rowOf(target)?.dataset.row),
      column: columns.findIndex(({ key }) => key === columnOf(target)),
    };
    const [row, column] = [rows[place.row], columns[place.column]];
    return row && column ? { place, row, column } : undefined;
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const cell = cellAt(event.target);
    // Enter while an IME composes chooses a word.
    if (!cell || event.nativeEvent.isComposing) return;
    const { place, row, column } = cell;
    const step = stepOf(event, column.options !== undefined);
    if (step && go(place, step)) event.preventDefault();
    // Enter in the last row saves it and stays.
    else if (step === 'row') model.leaveRow(row.id);
    if (isCopy(event)) {
      event.preventDefault();
      copyAbove(place, row, column);
    }
    if (event.key === 'Escape' && restore(row, column)) event.stopPropagation();
  }
  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const [id, column] = [rowOf(target)?.dataset.row, columnOf(target)];
    setFocused(id !== undefined && column !== undefined ? { id, column } : undefined);
    if (target instanceof HTMLInputElement) target.select();
  }
  function onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
    const row = rowOf(target);
    const [id, column] = [row?.dataset.row, columnOf(target)];
    if (id === undefined) return;
    if (column !== undefined) model.leaveCell(id, column);
    // A window that loses the focus leaves nothing: the cell gets it back.
    if (row?.contains(relatedTarget) || (relatedTarget === null && !document.hasFocus())) return;
    setFocused(undefined);
    model.leaveRow(id);
  }
  return { focused, onKeyDown, onFocus, onBlur };
}
