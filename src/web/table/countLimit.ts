/**
 * Returns whether the server stopped counting: `most` + 1 means that there are more. Without a filter the server knows
 * the exact count.
 */
export const isCapped = (count: number, most: number | undefined): boolean => most !== undefined && count === most + 1;

/** Returns the number of rows that are known to exist. */
export const cappedCount = (count: number, most: number | undefined): number =>
  isCapped(count, most) ? count - 1 : count;
