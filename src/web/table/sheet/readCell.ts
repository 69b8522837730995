import type { ReadCell } from './types.ts';

/** Limits of a plausible number. */
export interface NumberLimits {
  /** Name in the refusal: 收缩压应在 50–300 之间. */
  title: string;
  min: number;
  max: number;
  /** Decimal places that may be typed. Default 0. */
  decimals?: number;
}

/** Turns full-width digits and signs of an IME into plain ones. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[。．]/g, '.')
    .trim();

/** Reads a number within its limits, as typed, unrounded. */
export function readNumber(typed: string, { title, min, max, decimals = 0 }: NumberLimits): ReadCell {
  const text = plain(typed);
  if (!/^-?\d+(\.\d*)?$/.test(text)) return { msg: `${title}应为数字` };
  const [, places = ''] = text.split('.');
  if (places.length > decimals) return { msg: decimals === 0 ? `${title}应为整数` : `${title}最多 ${decimals} 位小数` };
  const value = Number(text);
  return value < min || value > max ? { msg: `${title}应在 ${min}–${max} 之间` } : { value };
}

/**
 * Reads two whole numbers of which the first is the larger, 118/70, 118 70 or 118.70; both are needed.
 * @param title of both together, e.g. 血压
 */
export function readPair(typed: string, title: string, first: NumberLimits, second: NumberLimits): ReadCell {
  const parts = plain(typed).split(/[\s/.,-]+/);
  if (parts.length !== 2 || parts.includes('')) return { msg: `${title}要两个数，如 118/70` };
  const [a, b] = [readNumber(parts[0] ?? '', first), readNumber(parts[1] ?? '', second)];
  if ('msg' in a) return a;
  if ('msg' in b) return b;
  if (Number(a.value) <= Number(b.value)) return { msg: `${second.title}必须低于${first.title}` };
  return { value: [a.value, b.value] };
}

/** Reads a choice. */
export function readChoice(value: string, title: string, options: readonly { value: string }[]): ReadCell {
  return options.some((option) => option.value === value) ? { value } : { msg: `请选择${title}` };
}
