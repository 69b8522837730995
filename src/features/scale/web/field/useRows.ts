import type { KeyboardEvent } from 'react';
import { reordered } from '#web/form/rows.ts';
import { insertedAfter, removedAt, replacedAt } from '../draft/draft.ts';
import { useEditing } from '../editor/editing.ts';

const focusable = 'input:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** Functions of a list of rows that is edited. */
export interface Rows<T> {
  add: (row: T) => void;
  insert: (index: number, row: T) => void;
  replace: (index: number, row: T) => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
  /** Alt ↑↓ moves a row; the focus moves with it. */
  onKeyDown: (index: number) => (event: KeyboardEvent) => void;
}

/**
 * Returns the functions that edit a list of rows.
 * @param place of the list in the definition; rows are drawn with `data-row` and their place
 * @param set stores the list; `step`: it can be taken back
 */
export function useRows<T>(place: string, rows: readonly T[], set: (rows: T[], step?: 'step') => void): Rows<T> {
  const { form } = useEditing();
  const elementOf = (index: number) =>
    [...(form.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === `${place}[${index}]`,
    );
  const controls = (index: number) => [...(elementOf(index)?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  /** Focuses the n-th control of a row, or the button that adds one, once it is drawn. */
  const focusRow = (index: number, control = 0) =>
    requestAnimationFrame(() => {
      const list = controls(index);
      const add = form.current?.querySelector<HTMLElement>(`[data-add="${CSS.escape(place)}"]`);
      (list[Math.min(control, list.length - 1)] ?? add)?.focus();
    });
  const insert = (index: number, row: T) => {
    set(insertedAfter(rows, index, row), 'step');
    focusRow(index + 1);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    const control = controls(from).indexOf(document.activeElement as HTMLElement);
    set(reordered(rows, from, to), 'step');
    if (control >= 0) focusRow(to, control);
  };
  return {
    add: (row) => insert(rows.length - 1, row),
    insert,
    replace: (index, row) => set(replacedAt(rows, index, row)),
    remove: (index) => {
      set(removedAt(rows, index), 'step');
      focusRow(Math.min(index, rows.length - 2));
    },
    move,
    onKeyDown: (index) => (event) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (step === 0 || !event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      move(index, index + step);
    },
  };
}
