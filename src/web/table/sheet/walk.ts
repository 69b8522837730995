/** A cell by the places of its row and of its column among the cells that users fill in. */
export interface CellPlace {
  row: number;
  column: number;
}

export type Step = 'next' | 'previous' | 'row' | 'rowBack' | 'up' | 'down';

interface Key {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Returns the step that a key means; arrows belong to the choices of a cell with options. */
export function stepOf({ key, shiftKey, altKey, ctrlKey, metaKey }: Key, hasOptions: boolean): Step | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (key === 'Enter') return shiftKey ? 'rowBack' : 'row';
  if (hasOptions || shiftKey) return undefined;
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : undefined;
}

/**
 * Returns the cell that a step leads to, past locked rows; undefined beyond the sheet. Enter leads to the first cell of
 * the next row, Tab from the last cell of a row too.
 */
export function walk(
  from: CellPlace,
  step: Step,
  { rows, columns, isLocked = () => false }: { rows: number; columns: number; isLocked?: (row: number) => boolean },
): CellPlace | undefined {
  const open = (start: number, by: 1 | -1) => {
    for (let row = start; row >= 0 && row < rows; row += by) if (!isLocked(row)) return row;
    return undefined;
  };
  const at = (row: number | undefined, column: number) => (row === undefined ? undefined : { row, column });
  switch (step) {
    case 'next':
      return from.column + 1 < columns ? { ...from, column: from.column + 1 } : at(open(from.row + 1, 1), 0);
    case 'previous':
      return from.column > 0 ? { ...from, column: from.column - 1 } : at(open(from.row - 1, -1), columns - 1);
    case 'row':
      return at(open(from.row + 1, 1), 0);
    case 'rowBack':
      return at(open(from.row - 1, -1), 0);
    case 'down':
      return at(open(from.row + 1, 1), from.column);
    case 'up':
      return at(open(from.row - 1, -1), from.column);
  }
}
