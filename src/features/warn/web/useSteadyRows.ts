import { useSteadyValue } from '#web/core/steadyValue.ts';

/**
 * The rows to show: new values at once, but rows come, go and change places only while nothing is pressed and no button
 * is under a moving mouse, so that a click never lands on what has just slid there.
 */
export function useSteadyRows<R extends { id: string }>(rows: readonly R[]): readonly R[] {
  const shown = useSteadyValue(rows, sameOrder);
  if (shown === rows) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return shown.map((row) => byId.get(row.id) ?? row);
}

function sameOrder(one: readonly { id: string }[], other: readonly { id: string }[]): boolean {
  return one.length === other.length && one.every((row, index) => row.id === other[index]?.id);
}
