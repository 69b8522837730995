import type { CSSProperties } from 'react';

type TextBox = { label: string; placeholder?: string | undefined; width?: number | undefined };

/** Minimum share of its width to which a control shrinks. */
const usual = 0.72;
/** Maximum width in px that a control takes for its selected values; longer text ends in an ellipsis. */
const widest = 320;

/**
 * Returns the CSS variables of a filter's width: full width if the row has room, at least `least` px before the row
 * wraps; used in tools.css.
 * @param px full width of the control
 */
function filterWidth(px: number, least: number): CSSProperties {
  const needed = Math.min(widest, Math.round(least));
  return { '--wide': `${Math.max(px, needed)}px`, '--least': `${needed}px` } as CSSProperties;
}

/**
 * Returns the approximate width of a text of 14 px, px: a Latin letter is a little more than half a Chinese character.
 */
export const textPx = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 0x2000 ? 9 : 14), 0);

/** px in a select besides label and text: arrow, borders and gaps; in a text input: icon, cross and borders. */
const besideChoice = 56;
const besideText = 60;
/** Maximum length of a placeholder that is never cut. */
const shortLength = 4;

/** Returns the width of a text input: small, but typed text and a short placeholder are not cut. */
export function textWidth({ width = 192, label, placeholder = label }: TextBox, typed: string): CSSProperties {
  const fullText = typed || (placeholder.length > shortLength ? '' : placeholder);
  return filterWidth(width, Math.max(0.6 * width, fullText ? besideText + textPx(fullText) : 0));
}

/**
 * Returns the width of a select that cuts neither its label nor its text: the first selected label and the number of
 * the others.
 */
export function choiceWidth(width: number, label: string, labels: readonly string[]): CSSProperties {
  const [first = '不限', ...others] = labels;
  const fullText = `${label}${first}${others.length > 0 ? ` +${others.length}` : ''}`;
  return filterWidth(width, Math.max(usual * width, besideChoice + textPx(fullText)));
}

export const treeWidth = ({ width = 160, label }: { width?: number; label: string }, labels: readonly string[]) =>
  choiceWidth(width, label, labels);

/** Returns the width of a date range, which never shrinks. */
export const datesWidth = ({ width = 264 }: { width?: number }) => filterWidth(width, width);
