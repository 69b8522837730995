import type { PhysicalFlag, PhysicalItem } from './catalogue.ts';
import { type Examined, type JudgedRange, limitsOfRange, rangeFor } from './flag.ts';

const decimalsOf = (limit: number) => String(limit).split('.')[1]?.length ?? 0;

/** Returns limits in words: 「115–150」, 「3.9–< 6.1」, 「≤ 21.0」, 「< 5.2」, 「≥ 1.0」; empty without any. */
export function limitWords({ low, high, lowOpen, highOpen }: JudgedRange, decimals = 0): string {
  const places = Math.max(
    Math.min(decimals, 1),
    ...[low, high].map((limit) => (limit === null ? 0 : decimalsOf(limit))),
  );
  const [from, to] = [low, high].map((limit) => limit?.toFixed(places));
  if (low !== null && high !== null) return `${lowOpen ? '> ' : ''}${from}–${highOpen ? '< ' : ''}${to}`;
  if (high !== null) return `${highOpen ? '<' : '≤'} ${to}`;
  return low === null ? '' : `${lowOpen ? '>' : '≥'} ${from}`;
}

/** Returns why no range applies: 「80 岁以上无区间」; empty for an item without ranges. */
function whyNone({ ranges = [] }: PhysicalItem, { sex, age }: Examined): string {
  if (ranges.length === 0) return '';
  const own = ranges.filter((range) => range.sex === undefined || range.sex === sex);
  if (own.length === 0) return '性别不详，无区间';
  if (age === null) return '年龄不详，无区间';
  const oldest = Math.max(...own.map(({ ageTo }) => ageTo ?? Number.POSITIVE_INFINITY));
  if (age > oldest) return `${oldest + 1} 岁以上无区间`;
  return `${Math.min(...own.map(({ ageFrom }) => ageFrom ?? 0))} 岁以下无区间`;
}

/** Returns the reference of an item for a person in words; empty for an item without ranges. */
export function rangeWords(item: PhysicalItem, person: Examined): string {
  const range = rangeFor(item, person);
  return range ? limitWords(limitsOfRange(range), item.decimals) : whyNone(item, person);
}

/** Signs of flags: colour is never the only one. */
export const flagSigns: Readonly<Record<PhysicalFlag, string>> = {
  low: '↓',
  normal: '',
  high: '↑',
  abnormal: '!',
  none: '',
};
