/** Whether a figure is where the server stops counting: one more than `most` says that there are more. Without a filter it knows how many there are. */
export const isCapped = (count: number, most: number | undefined): boolean => most !== undefined && count === most + 1;

/** How many rows are known of. */
export const cappedCount = (count: number, most: number | undefined): number =>
  isCapped(count, most) ? count - 1 : count;
