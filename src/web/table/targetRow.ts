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
