import type { CSSProperties } from 'react';

type TextBox = { label: string; placeholder?: string | undefined; width?: number | undefined };

/** A control gives way to so much of its width. */
const usual = 0.72;
/** No control is wider for what is chosen, px; longer words end in an ellipsis. */
const widest = 320;

/**
 * The room of a filter's control: so wide where the row has room, and `least` px before the row takes a second line.
 * tools.css says what becomes of it.
 * @param px of the control
 */
function filterWidth(px: number, least: number): CSSProperties {
  const needed = Math.min(widest, Math.round(least));
  return { '--wide': `${Math.max(px, needed)}px`, '--least': `${needed}px` } as CSSProperties;
}

/** Returns the width of a text of 14 px, px: a Latin letter takes the room of half a Chinese one, nearly. */
export const textPx = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 0x2000 ? 9 : 14), 0);

/** px in a choice beside its label and words: arrow, edges and gaps; in a text box: sign, cross and edges. */
const besideChoice = 56;
const besideText = 60;
/** So many signs in an empty text box are not cut. */
const shortLength = 4;

/** A text is typed in little room, too; what is typed, or a short word in the empty box, is not cut. */
export function textWidth({ width = 192, label, placeholder = label }: TextBox, typed: string): CSSProperties {
  const fullText = typed || (placeholder.length > shortLength ? '' : placeholder);
  return filterWidth(width, Math.max(0.6 * width, fullText ? besideText + textPx(fullText) : 0));
}

/** Neither the label of a choice is cut nor what is chosen: the first word and the count of the others. */
export function choiceWidth(width: number, label: string, labels: readonly string[]): CSSProperties {
  const [first = '不限', ...others] = labels;
  const fullText = `${label}${first}${others.length > 0 ? ` +${others.length}` : ''}`;
  return filterWidth(width, Math.max(usual * width, besideChoice + textPx(fullText)));
}

export const treeWidth = ({ width = 160, label }: { width?: number; label: string }, labels: readonly string[]) =>
  choiceWidth(width, label, labels);

/** Two dates can not be cut. */
export const datesWidth = ({ width = 264 }: { width?: number }) => filterWidth(width, width);
