import type { PhysicalFlag, PhysicalItem, PhysicalRange } from './catalogue.ts';

/** The person on the day of the examination. Sex 0: unknown; age in full years, null: unknown. */
export interface Examined {
  sex: number;
  age: number | null;
}

/** Limits by which a value was judged; null: no limit. */
export interface JudgedRange {
  low: number | null;
  high: number | null;
  /** The limit itself is out of the range. */
  lowOpen: boolean;
  highOpen: boolean;
}

export interface Judged extends JudgedRange {
  flag: PhysicalFlag;
}

const noRange: JudgedRange = { low: null, high: null, lowOpen: false, highOpen: false };

/** Returns the limits of a range as they are stored with a value. */
export const limitsOfRange = ({ low, high, lowOpen, highOpen }: PhysicalRange): JudgedRange => ({
  low: low ?? null,
  high: high ?? null,
  lowOpen: lowOpen ?? false,
  highOpen: highOpen ?? false,
});

function covers({ sex, ageFrom, ageTo }: PhysicalRange, person: Examined): boolean {
  if (sex !== undefined && sex !== person.sex) return false;
  if (ageFrom === undefined && ageTo === undefined) return true;
  if (person.age === null) return false;
  return person.age >= (ageFrom ?? 0) && person.age <= (ageTo ?? Number.POSITIVE_INFINITY);
}

/** Returns the range of an item for a person; undefined where none applies, e.g. at 80 with bands that end at 79. */
export function rangeFor(item: PhysicalItem, person: Examined): PhysicalRange | undefined {
  return item.ranges?.find((range) => covers(range, person));
}

/** Rounded half up where the item says so; else without the noise of a conversion. */
function comparable(item: PhysicalItem, value: number): number {
  const clean = Number(value.toPrecision(12));
  if (item.rounded === undefined) return clean;
  const factor = 10 ** item.rounded;
  return Math.round(Number((clean * factor).toPrecision(12))) / factor;
}

function flagBy({ low, high, lowOpen, highOpen }: JudgedRange, value: number): PhysicalFlag {
  if (low !== null && (lowOpen ? value <= low : value < low)) return 'low';
  if (high !== null && (highOpen ? value >= high : value > high)) return 'high';
  return 'normal';
}

/** Returns the codes of chosen options. */
export const chosenOf = (text: string | null | undefined): string[] =>
  (text ?? '').split(',').flatMap((code) => code.trim() || []);

/**
 * Returns flag and limits of a value for a person.
 * @param value in the item's unit
 * @param text codes of options separated by commas; words have no flag
 */
export function flagOf(
  item: PhysicalItem,
  { value, text }: { value?: number | null; text?: string | null },
  person: Examined,
): Judged {
  if (item.form === 'choice') {
    const chosen = chosenOf(text);
    if (chosen.length === 0) return { flag: 'none', ...noRange };
    const isAbnormal = item.options?.some(({ code, abnormal }) => abnormal && chosen.includes(code));
    return { flag: isAbnormal ? 'abnormal' : 'normal', ...noRange };
  }
  const range = rangeFor(item, person);
  if (item.form === 'text' || !range) return { flag: 'none', ...noRange };
  const limits = limitsOfRange(range);
  if (value === undefined || value === null) return { flag: 'none', ...limits };
  return { flag: flagBy(limits, comparable(item, value)), ...limits };
}
