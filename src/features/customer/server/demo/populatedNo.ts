/** Returns the customer number for `number`; it marks the row as populated. */
export function populatedNo(number: number): string {
  return `YS${String(number).padStart(7, '0')}`;
}
