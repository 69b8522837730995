import { readingKinds } from '../readingKinds.ts';
import { signsOfKind } from './definition.ts';

const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(readingKinds).map(([key, { title }]) => [key, title])),
  in_bed: '离床',
  news2: 'NEWS2 总分',
};

type RuleSign = (typeof signsOfKind)[keyof typeof signsOfKind][number];

const signs = [...new Set(Object.values(signsOfKind).flat())] as RuleSign[];

/** Signs that rules judge, with their words. */
export const ruleSigns = Object.fromEntries(signs.map((sign) => [sign, titles[sign] ?? sign])) as Record<
  RuleSign,
  string
>;
