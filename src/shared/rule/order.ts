import { todayInChina } from '../idCard.ts';

/** Schema of a begin or an end; an end names its begin field in `after`. */
interface Part {
  title?: string;
  after?: string;
}

const isDay = (text: string) => text.length === 10;

/**
 * Returns whether an end comes before its begin. Days may be equal, an instant must be later; values that are no time
 * pass.
 */
export function endsTooEarly(begin: unknown, end: unknown): boolean {
  if (typeof begin !== 'string' || typeof end !== 'string' || Number.isNaN(Date.parse(begin))) return false;
  if (isDay(end)) return end < (isDay(begin) ? begin : todayInChina(Date.parse(begin)));
  return Date.parse(end) <= Date.parse(begin);
}

/** Returns the message for an end before its begin, with the titles of both fields. */
export function orderSentence(begin: Part | undefined, end: Part, value: unknown): string {
  const than = typeof value === 'string' && isDay(value) ? '不能早于' : '须晚于';
  return `${end.title ?? '结束'}${than}${begin?.title ?? '开始'}`;
}
