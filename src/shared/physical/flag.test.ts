import { expect, test } from 'vitest';
import { bmiGrade } from '#shared/health/grades.ts';
import { bmiOf } from '#shared/health/readingKinds.ts';
import type { PhysicalItem } from './catalogue.ts';
import { currentCatalogue, itemsByCode } from './catalogues.ts';
import { readItem } from './entered.ts';
import { type Examined, flagOf, rangeFor } from './flag.ts';
import { rangeWords } from './rangeWords.ts';

const catalogue = currentCatalogue();
const itemOf = (code: string) => itemsByCode(catalogue).get(code) as PhysicalItem;
const man = (age: number | null = 70): Examined => ({ sex: 1, age });
const woman = (age: number | null = 70): Examined => ({ sex: 2, age });
const nobody: Examined = { sex: 0, age: null };
const flag = (code: string, value: number, person: Examined) => flagOf(itemOf(code), { value }, person).flag;

test.each([
  ['718-7', 120, man(), 'low'],
  ['718-7', 120, woman(), 'normal'],
  ['718-7', 130, man(), 'normal'],
  ['14682-9', 105, man(70), 'normal'],
  ['14682-9', 105, man(50), 'high'],
  ['14682-9', 82, woman(70), 'high'],
  ['14682-9', 75, woman(80), 'none'],
] as const)('vector of 5.4: %s %d', (code, value, person, expected) => {
  expect(flag(code, value, person)).toBe(expected);
});

/** Item, sex, age, lowest normal value, highest normal value, step to its neighbours; `<`: the limit itself is high. */
const edges: [code: string, person: Examined, low: number | null, high: number | null, step: number, open?: '<'][] = [
  ['718-7', man(), 130, 175, 1],
  ['718-7', woman(), 115, 150, 1],
  ['789-8', man(), 4.3, 5.8, 0.01],
  ['789-8', woman(), 3.8, 5.1, 0.01],
  ['6690-2', nobody, 3.5, 9.5, 0.01],
  ['777-3', nobody, 125, 350, 1],
  ['HCT', man(), 0.4, 0.5, 0.001],
  ['HCT', woman(), 0.35, 0.45, 0.001],
  ['MCV', nobody, 82, 100, 0.1],
  ['MCH', nobody, 27, 34, 0.1],
  ['MCHC', nobody, 316, 354, 1],
  ['1742-6', man(), 9, 50, 1],
  ['1742-6', woman(), 7, 40, 1],
  ['1920-8', man(), 15, 40, 1],
  ['1920-8', woman(), 13, 35, 1],
  ['14631-6', man(), null, 26, 0.1],
  ['14631-6', woman(), null, 21, 0.1],
  ['TP', nobody, 65, 85, 0.1],
  ['ALB', nobody, 40, 55, 0.1],
  ...([20, 59] as const).flatMap((age): typeof edges => [
    ['14682-9', man(age), 57, 97, 1],
    ['14682-9', woman(age), 41, 73, 1],
    ['22664-7', man(age), 3.1, 8, 0.1],
    ['22664-7', woman(age), 2.6, 7.5, 0.1],
  ]),
  ...([60, 79] as const).flatMap((age): typeof edges => [
    ['14682-9', man(age), 57, 111, 1],
    ['14682-9', woman(age), 41, 81, 1],
    ['22664-7', man(age), 3.6, 9.5, 0.1],
    ['22664-7', woman(age), 3.1, 8.8, 0.1],
  ]),
  ['K', nobody, 3.5, 5.3, 0.01],
  ['Na', nobody, 137, 147, 1],
  ['Cl', nobody, 99, 110, 1],
  ['14933-6', man(), 208, 428, 1],
  ['14933-6', woman(), 155, 357, 1],
  ['14771-0', nobody, 3.9, 6.1, 0.1, '<'],
  ['14647-2', nobody, null, 5.2, 0.01, '<'],
  ['14927-8', nobody, null, 1.7, 0.01, '<'],
  ['22748-8', nobody, null, 3.4, 0.01, '<'],
  ['14646-4', nobody, 1, null, 0.01],
  ['4548-4', nobody, null, 6.5, 0.1, '<'],
  ['39156-5', nobody, 18.5, 24, 0.01, '<'],
  ['8280-0', man(), null, 90, 0.1, '<'],
  ['8280-0', woman(), null, 85, 0.1, '<'],
  ['8480-6', nobody, 90, 139, 1],
  ['8462-4', nobody, 60, 89, 1],
  ['8867-4', nobody, 55, 95, 1],
  ['9279-1', nobody, 12, 20, 1],
  ['8310-5', nobody, 36, 37.2, 0.1],
];

test.each(edges)('both neighbours of each edge: %s %o', (code, person, low, high, step, open) => {
  if (low !== null) {
    expect([low - step, low, low + step].map((value) => flag(code, value, person))).toEqual([
      'low',
      'normal',
      'normal',
    ]);
  }
  if (high !== null) {
    const at = open ? 'high' : 'normal';
    expect([high - step, high, high + step].map((value) => flag(code, value, person))).toEqual(['normal', at, 'high']);
  }
});

test('every item with a range has its edges in this test', () => {
  const ranged = catalogue.items.filter(({ ranges }) => ranges?.length).map(({ code }) => code);
  const twins = ['systolicRight', 'diastolicRight'];
  expect(ranged.filter((code) => !twins.includes(code) && !edges.some(([of]) => of === code))).toEqual([]);
  for (const [right, left] of [twins, ['8480-6', '8462-4']].map((pair) => pair.map((code) => itemOf(code).ranges))) {
    expect([right, left]).not.toContain(undefined);
  }
});

test('an item with bands by age has none outside of them, nor for unknown sex or age', () => {
  for (const code of ['14682-9', '22664-7']) {
    for (const age of [19, 80, 95, null]) expect(flag(code, 70, man(age))).toBe('none');
    expect(flag(code, 70, { sex: 0, age: 70 })).toBe('none');
  }
  expect(flag('718-7', 20, { sex: 0, age: 70 })).toBe('none');
  expect(flag('718-7', 100, man(null))).toBe('low');
});

test.each([
  [50, 1.65, 18.37, 'low', '过低'],
  [52.2, 1.68, 18.49, 'low', '过低'],
  [67.7, 1.68, 23.99, 'normal', '正常'],
  [67.8, 1.68, 24.02, 'high', '超重'],
  [79, 1.68, 27.99, 'high', '超重'],
  [79.1, 1.68, 28.03, 'high', '肥胖'],
] as const)('vector of BMI: %d kg, %d m', (weight, height, shown, expected, grade) => {
  const bmi = bmiOf(weight, height * 100);
  expect([bmi.toFixed(2), flag('39156-5', bmi, nobody), bmiGrade(bmi)]).toEqual([shown.toFixed(2), expected, grade]);
});

test('the upper edge of BMI is judged on the unrounded value', () => {
  expect([flag('39156-5', 23.9999, nobody), flag('39156-5', 18.4999, nobody)]).toEqual(['normal', 'low']);
});

test('pressure is rounded half up before it is judged, a laboratory value is not', () => {
  expect([139.49, 139.5].map((value) => flag('8480-6', value, nobody))).toEqual(['normal', 'high']);
  expect([37.24, 37.25].map((value) => flag('8310-5', value, nobody))).toEqual(['normal', 'high']);
  expect(flag('14771-0', 6.0999, nobody)).toBe('normal');
});

test('results in words have no flag, options marked abnormal are abnormal', () => {
  const flagText = (code: string, text: string) => flagOf(itemOf(code), { text }, man()).flag;
  for (const text of ['阴性', '阳性', '±', '1+', '3+']) expect(flagText('urineProtein', text)).toBe('none');
  expect([flagText('ecg', 'normal'), flagText('ecg', 'abnormal')]).toEqual(['normal', 'abnormal']);
  expect(flagText('skin', 'normal')).toBe('normal');
  expect(flagText('cardiac', 'angina,other')).toBe('abnormal');
});

test('the reference is said in words, and why there is none', () => {
  expect(rangeWords(itemOf('718-7'), woman())).toBe('115–150');
  expect(rangeWords(itemOf('14631-6'), woman())).toBe('≤ 21.0');
  expect(rangeWords(itemOf('14771-0'), woman())).toBe('3.9–< 6.1');
  expect(rangeWords(itemOf('14647-2'), woman())).toBe('< 5.2');
  expect(rangeWords(itemOf('14646-4'), woman())).toBe('≥ 1.0');
  expect(rangeWords(itemOf('14682-9'), woman(82))).toBe('80 岁以上无区间');
  expect(rangeWords(itemOf('14682-9'), woman(19))).toBe('20 岁以下无区间');
  expect(rangeWords(itemOf('14682-9'), woman(null))).toBe('年龄不详，无区间');
  expect(rangeWords(itemOf('718-7'), nobody)).toBe('性别不详，无区间');
  expect(rangeWords(itemOf('visionLeft'), woman())).toBe('');
});

test('at every age and sex at most one range covers an item', () => {
  for (const item of catalogue.items)
    for (const sex of [0, 1, 2])
      for (let age = 0; age <= 120; age++) {
        const fitting = (item.ranges ?? []).filter((range) => rangeFor({ ...item, ranges: [range] }, { sex, age }));
        expect(fitting.length, `${item.code} ${sex} ${age}`).toBeLessThan(2);
      }
});

test('lipids in mg/dL are judged as mmol/L', () => {
  const read = (code: string, value: number, unit?: string) => {
    const { item, result } = readItem(catalogue, { code, value, unit }) as Extract<
      ReturnType<typeof readItem>,
      { result: unknown }
    >;
    return [item.code, result?.given?.unit, flagOf(item, result ?? {}, man()).flag];
  };
  expect(read('2093-3', 5.2 * 38.67)).toEqual(['14647-2', 'mg/dL', 'high']);
  expect(read('2093-3', 201)).toEqual(['14647-2', 'mg/dL', 'normal']);
  expect(read('2571-8', 1.7 * 88.57)).toEqual(['14927-8', 'mg/dL', 'high']);
  expect(read('2571-8', 150)).toEqual(['14927-8', 'mg/dL', 'normal']);
  expect(read('2089-1', 3.4 * 38.67)).toEqual(['22748-8', 'mg/dL', 'high']);
  expect(read('2085-9', 38.67)).toEqual(['14646-4', 'mg/dL', 'normal']);
  expect(read('2085-9', 38.6)).toEqual(['14646-4', 'mg/dL', 'low']);
  expect(read('14682-9', 1.3, 'mg/dL')).toEqual(['14682-9', 'mg/dL', 'high']);
  expect(read('14771-0', 126, 'mg/dL')).toEqual(['14771-0', 'mg/dL', 'high']);
});
