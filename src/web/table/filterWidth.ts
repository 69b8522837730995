import type { CSSProperties } from 'react';

type TextBox = { label: string; placeholder?: string | undefined; width?: number | undefined };

/** A control gives way to so much of its width. */
const usual = 0.72;

/**
 * The room of a filter's control: so wide where the row has room, and `least` of it (0–1) before the row takes a second line.
 * tools.css says what becomes of it.
 * @param px of the control
 */
function filterWidth(px: number, least = usual): CSSProperties {
  return { '--wide': `${px}px`, '--least': `${Math.round(px * least)}px` } as CSSProperties;
}

/** What stands in a choice beside its label: 不限, the arrow and the edges; and one sign of the label, px. */
const besideLabel = 84;
const sign = 14;

/** What stands in a text box beside its word: the sign, the cross and the edges, px; and how many signs are a short word. */
const besideText = 60;
const shortWord = 4;

/** A text is typed in little room, too; a short word in the box is not cut. */
export function textWidth({ width: px = 192, label, placeholder: word = label }: TextBox): CSSProperties {
  const whole = word.length > shortWord ? 0 : (besideText + sign * word.length) / px;
  return filterWidth(px, Math.min(1, Math.max(0.6, whole)));
}

/** Of a choice neither its label nor 不限 is cut. */
export function optionWidth(px: number, label: string): CSSProperties {
  return filterWidth(px, Math.min(1, Math.max(usual, (besideLabel + sign * label.length) / px)));
}

/** Two dates can not be cut. */
export const datesWidth = ({ width = 264 }: { width?: number }) => filterWidth(width, 1);
export const treeWidth = ({ width = 160 }: { width?: number }) => filterWidth(width);
