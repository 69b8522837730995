import { todayInChina } from './idCard.ts';

/** A schema of a beginning or of an end; `after` names the field with the beginning. */
interface Part {
  title?: string;
  after?: string;
}

const isDay = (text: string) => text.length === 10;

/** Whether an end comes before its beginning. A day may be the same, an instant must be later; what is no time is not judged. */
export function endsTooEarly(begin: unknown, end: unknown): boolean {
  if (typeof begin !== 'string' || typeof end !== 'string' || Number.isNaN(Date.parse(begin))) return false;
  if (isDay(end)) return end < (isDay(begin) ? begin : todayInChina(Date.parse(begin)));
  return Date.parse(end) <= Date.parse(begin);
}

/** The sentence for such an end, with the names of both fields. */
export function orderSentence(begin: Part | undefined, end: Part, value: unknown): string {
  const than = typeof value === 'string' && isDay(value) ? '不能早于' : '须晚于';
  return `${end.title ?? '结束'}${than}${begin?.title ?? '开始'}`;
}
