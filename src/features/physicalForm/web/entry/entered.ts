import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import type { GivenItem } from '#shared/physical/entered.ts';
import { chosenOf } from '#shared/physical/flag.ts';
import type { AnyResult } from '../record.ts';

/** What the fields of one item hold. */
export interface Entered {
  /** A number with or without a unit, words, or codes of options separated by commas. */
  text: string;
  /** Words with the options. */
  note: string;
  /** 「无」: not examined, or nothing to report. */
  absent: boolean;
}

export const nothing: Entered = { text: '', note: '', absent: false };

export const isEmpty = ({ text, note, absent }: Entered): boolean =>
  !absent && text.trim() === '' && note.trim() === '';

/** Returns a number without the noise of a conversion: 6.1, not 6.100000000001. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(10)));

/** Returns what the fields of an item hold for a stored result; one in another unit as it was given. */
export function enteredOf(
  result: (AnyResult & { given?: { value: number; unit: string } | null }) | undefined,
): Entered {
  if (!result) return nothing;
  const { value, text, note, absent, given } = result;
  const number = given ? `${plainNumber(given.value)} ${given.unit}` : value === null ? '' : plainNumber(value);
  return { text: text ?? number, note: note ?? '', absent };
}

const numberWithUnit = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(.*)$/;

/** Returns the input of an item; words in a field for a number stay words, which `readItem` refuses. */
export function givenOf({ code, form }: PhysicalItem, { text, note, absent }: Entered): GivenItem {
  if (absent) return { code, absent };
  const words = text.normalize('NFKC').trim();
  const noted = note.trim() === '' ? {} : { note: note.trim() };
  if (form !== 'number') return { code, text: (form === 'text' ? text.trim() : words) || null, ...noted };
  if (words === '') return { code, value: null };
  const [, digits, unit] = numberWithUnit.exec(words) ?? [];
  if (digits === undefined) return { code, text: words };
  return { code, value: Number(digits), ...(unit && { unit }) };
}

/** Returns the chosen options with one more or one less; `none` stands alone. */
export function toggledOption({ many }: Pick<PhysicalItem, 'many'>, text: string, code: string): string {
  const chosen = chosenOf(text);
  if (chosen.includes(code)) return chosen.filter((other) => other !== code).join(',');
  if (!many || code === 'none') return code;
  return [...chosen.filter((other) => other !== 'none'), code].join(',');
}
