import type { PhysicalItem, PhysicalOption, PhysicalRange } from '../catalogue.ts';

/** What an item has beyond its code, label and group. */
type More = Omit<Partial<PhysicalItem>, 'code' | 'label' | 'group' | 'form'>;

/** Limits of a range; `below`: the upper limit itself is out of it. */
interface Limits {
  low?: number;
  high?: number;
  below?: number;
}

const rangeOf = ({ low, high, below }: Limits, who: Partial<PhysicalRange> = {}): PhysicalRange => ({
  ...who,
  ...(low !== undefined && { low }),
  ...(high !== undefined && { high }),
  ...(below !== undefined && { high: below, highOpen: true }),
});

/** Returns the ranges of everybody. */
export const forAll = (limits: Limits): PhysicalRange[] => [rangeOf(limits)];

/** Returns the ranges of men and of women. */
export const bySex = (men: Limits, women: Limits): PhysicalRange[] => [
  rangeOf(men, { sex: 1 }),
  rangeOf(women, { sex: 2 }),
];

/** Returns the range of a sex from 20 to 59 and from 60 to 79 years (WS/T 404). */
export const byAge = (sex: 1 | 2, younger: Limits, older: Limits): PhysicalRange[] => [
  rangeOf(younger, { sex, ageFrom: 20, ageTo: 59 }),
  rangeOf(older, { sex, ageFrom: 60, ageTo: 79 }),
];

/** Returns options of 「code label」 texts; `!` before the code: abnormal. */
export const optionsOf = (...texts: readonly string[]): PhysicalOption[] =>
  texts.map((text) => {
    const [code = '', label = ''] = text.split(' ');
    return code.startsWith('!') ? { code: code.slice(1), label, abnormal: true } : { code, label };
  });

export type ItemOf = (code: string, label: string, more?: More) => PhysicalItem;

const itemIn =
  (group: string, form: PhysicalItem['form']): ItemOf =>
  (code, label, more = {}) => ({ code, label, group, form, ...more });

/** Returns the makers of a group's items by form. */
export const itemsIn = (group: string) => ({
  number: itemIn(group, 'number'),
  choice: itemIn(group, 'choice'),
  text: itemIn(group, 'text'),
});
