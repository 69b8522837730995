import type { CSSProperties } from 'react';

/**
 * The room of a filter's control: so wide where the row has room, and `least` of it (0–1) before the row takes a second line.
 * tools.css says what becomes of it.
 * @param px of the control
 */
export function filterWidth(px: number, least = 0.72): CSSProperties {
  return { '--wide': `${px}px`, '--least': `${Math.round(px * least)}px` } as CSSProperties;
}

/** Two dates can not be cut. */
export const datesWidth = ({ width = 264 }: { width?: number }) => filterWidth(width, 1);
export const treeWidth = ({ width = 160 }: { width?: number }) => filterWidth(width);
