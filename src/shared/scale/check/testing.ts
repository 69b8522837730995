import type { ScaleDefinition } from '../definition.ts';

/** A scale of three items, at most 8 points, with every key that a scale may have. */
export const own: ScaleDefinition = {
  ...{ code: 'own', name: '自拟量表', version: 1, licence: '本院自拟' },
  items: [2, 3, 3].map((most, index) => ({
    ...{ code: String(index + 1), label: `问题${index + 1}`, notes: true },
    options: [
      { code: '0', label: '否', points: 0 },
      { code: '1', label: '是', points: most },
    ],
  })),
  parts: [{ code: 'P', label: '部分', items: ['1', '2'] }],
  facts: [
    { key: 'alert', label: '警觉', kind: 'flag' },
    { key: 'falls', label: '跌倒', kind: 'counts', options: [{ code: 'day', label: '白天' }] },
    { key: 'illness', label: '诊断', kind: 'codes' },
    { key: 'weight', label: '体重', kind: 'number' },
    { key: 'aids', label: '辅具', kind: 'choices', options: [{ code: 'stick', label: '手杖' }] },
    {
      ...{ key: 'school', label: '文化程度', kind: 'choice' },
      options: [
        { code: 'low', label: '小学' },
        { code: 'high', label: '中学' },
      ],
    },
  ],
  total: { of: 'sum' },
  levels: [
    {
      ...{ part: 'P', by: 'bands' },
      bands: [
        { level: 0, from: 0, to: 2 },
        { level: 1, from: 3, to: 5 },
      ],
    },
  ],
  bandSets: [
    {
      ...{ code: 'S', label: '分级', default: true },
      bands: [
        { code: 'a', label: '甲', from: 0, to: 4 },
        { code: 'b', label: '乙', from: 5, to: 9 },
      ],
    },
  ],
  grade: { by: 'bands' },
  rules: [
    {
      ...{ code: 'r', evidence: '警觉', group: 'g', effect: { set: 'b' } },
      when: { all: [{ flag: 'alert' }, { any: [{ sum: 'falls', gte: 2 }, { answer: ['1', '1'] }] }] },
    },
    { code: 'f', evidence: '诊断', effect: { worse: 1 }, when: { fact: 'illness', from: 'F00', to: 'F03' } },
    {
      ...{ code: 'l', evidence: '部分', effect: { worse: 1 } },
      when: { none: [{ level: ['P', 'in', [0, 1]] }, { fact: 'weight', to: 50 }, { fact: 'school', from: 'high' }] },
    },
  ],
  ...{ validMonths: 6, assessors: 2, prorate: { missing: 1 } },
};

/** A value in a definition. */
interface Place {
  path: readonly (string | number)[];
  /** As problems name it: `items[3].options`. */
  text: string;
  value: unknown;
  isObject: boolean;
  /** Its keys are codes of the scale. */
  isOpen: boolean;
}

/** Returns every value in a definition, the definition itself included. */
export function* placesIn(value: unknown, path: readonly (string | number)[] = []): Generator<Place> {
  const text = path.reduce<string>(
    (before, key) => (typeof key === 'number' ? `${before}[${key}]` : before === '' ? key : `${before}.${key}`),
    '',
  );
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  yield { path, text, value, isObject, isOpen: path.at(-1) === 'map' || path.at(-1) === 'sets' };
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) yield* placesIn(entry, [...path, index]);
  else if (isObject) for (const [key, entry] of Object.entries(value)) yield* placesIn(entry, [...path, key]);
}

/** Returns a copy with another value at a place. */
export function changed(value: unknown, [key, ...rest]: readonly (string | number)[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, to);
  return copy;
}
