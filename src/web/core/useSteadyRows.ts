import { useSteadyValue } from './steadyValue.ts';

/**
 * Returns the rows to show: new values at once, but rows are added, removed and moved only while nothing is pressed and
 * no button is under a moving mouse, so that no click lands on a moved row.
 */
export function useSteadyRows<R extends { id: string }>(rows: readonly R[]): readonly R[] {
  const shown = useSteadyValue(rows, isSameOrder);
  if (shown === rows) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return shown.map((row) => byId.get(row.id) ?? row);
}

function isSameOrder(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}
