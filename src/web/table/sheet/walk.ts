/** A cell by the places of its row and of its column among the cells that users fill in. */
export interface CellPlace {
  row: number;
  column: number;
}

/** Tab is the browser's own: cells are in its order. */
export type Step = 'row' | 'rowBack' | 'up' | 'down';

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
  if (key === 'Enter') return shiftKey ? 'rowBack' : 'row';
  if (hasOptions || shiftKey) return undefined;
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : undefined;
}

/**
 * Returns the cell that a step leads to, past locked rows; undefined beyond the sheet. Enter leads to the first cell of
 * the next row.
 */
export function walk(
  from: CellPlace,
  step: Step,
  { rows, isLocked = () => false }: { rows: number; isLocked?: (row: number) => boolean },
): CellPlace | undefined {
  const by = step === 'row' || step === 'down' ? 1 : -1;
  let row = from.row + by;
  while (row >= 0 && row < rows && isLocked(row)) row += by;
  if (row < 0 || row >= rows) return undefined;
  return { row, column: step === 'up' || step === 'down' ? from.column : 0 };
}
