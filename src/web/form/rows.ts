import type { Field, FormValues, RowsOptions } from './types.ts';

type RowsField = Field & RowsOptions;

/** Largest number of rows without `max`. */
export const usualMax = 50;

export function isRows(field: Field | undefined): field is RowsField {
  return field?.kind === 'rows';
}

/** Returns the rows of a list's value. */
export function rowsOf(value: unknown): readonly FormValues[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the fields of a row. */
export function cellsOf({ cells }: RowsOptions, row: FormValues, index: number): readonly Field[] {
  return typeof cells === 'function' ? cells(row, index) : cells;
}

/** Returns the name of the row at an index: 第 1 位联系人. */
export function rowName({ measure, rowLabel }: RowsOptions, index: number): string {
  return `第 ${index + 1} ${measure}${rowLabel}`;
}

/** Returns what is wrong with the number of rows. */
export function countProblem(
  { min = 0, max = usualMax, measure, rowLabel }: RowsOptions,
  count: number,
): string | undefined {
  if (count < min) return `至少填写 ${min} ${measure}${rowLabel}`;
  return count > max ? `最多 ${max} ${measure}${rowLabel}` : undefined;
}

/** Path of a problem, `whole` without brackets; `row` and `cell` if it is inside a list. */
export interface CellPath {
  whole: string;
  row?: number;
  cell?: string;
}

/** Reads a path: `contacts.0.mobile` or `contacts[0].mobile`; a problem of a whole row has the cell ''. */
export function cellPath(path: string): CellPath {
  const whole = path.replace(/\[(\d+)\]/g, '.$1');
  const [, row, cell = ''] = /^[^.]+\.(\d+)(?:\.(.+))?$/.exec(whole) ?? [];
  return row === undefined ? { whole } : { whole, row: Number(row), cell };
}

/** Returns the list with one item at another place; the same order if there is no such place. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = [...list];
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return rest;
  rest.splice(to, 0, ...rest.splice(from, 1));
  return rest;
}
