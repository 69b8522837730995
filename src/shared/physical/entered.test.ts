import { expect, test } from 'vitest';
import { currentCatalogue, itemsByCode } from './catalogues.ts';
import { computedBmi, type GivenItem, pressurePairs, readItem } from './entered.ts';
import { inItemUnit, plainUnit, unitsOf } from './units.ts';

const catalogue = currentCatalogue();
const items = itemsByCode(catalogue);
const read = (entry: GivenItem) => readItem(catalogue, entry);
const refused = (entry: GivenItem) => read(entry).problem?.msg;
const result = (entry: GivenItem) => {
  const answer = read(entry);
  return answer.problem ? answer.problem : answer.result;
};

test('codes of items, groups and sections are unique, and each group has items', () => {
  const { sections, groups } = catalogue;
  expect(items.size).toBe(catalogue.items.length);
  expect(new Set(groups.map(({ code }) => code)).size).toBe(groups.length);
  expect(groups.filter(({ section }) => !sections.some(({ code }) => code === section))).toEqual([]);
  expect(groups.filter(({ code }) => !catalogue.items.some(({ group }) => group === code))).toEqual([]);
  expect(catalogue.items.filter(({ group }) => !groups.some(({ code }) => code === group))).toEqual([]);
  expect(pressurePairs.flat().filter((code) => !items.has(code))).toEqual([]);
  expect(Object.values(catalogue.aliases).filter(({ code }) => !items.has(code))).toEqual([]);
});

test('every number has its plausibility, and its ranges lie within; every choice has options', () => {
  for (const { code, form, plausible, options = [], ranges = [] } of catalogue.items) {
    if (form === 'number') expect(plausible, code).toBeDefined();
    if (form === 'choice') expect(options.length, code).toBeGreaterThan(1);
    expect(new Set(options.map((option) => option.code)).size, code).toBe(options.length);
    for (const { low, high } of ranges) {
      for (const limit of [low, high].filter((one) => one !== undefined)) {
        expect(limit, code).toBeGreaterThanOrEqual(plausible?.min ?? 0);
        expect(limit, code).toBeLessThanOrEqual(plausible?.max ?? 0);
      }
    }
  }
});

test.each([
  [{ code: '718-7', text: '阴性' }, '血红蛋白须为数值'],
  [{ code: '718-7', value: 9.9 }, '血红蛋白应在 10–300 g/L 之间'],
  [{ code: '718-7', value: 301 }, '血红蛋白应在 10–300 g/L 之间'],
  [{ code: '718-7', value: Number.NaN }, '血红蛋白应在 10–300 g/L 之间'],
  [{ code: '718-7', value: 120, unit: 'mmol/L' }, '单位「mmol/L」不适用于血红蛋白，应为 g/L'],
  [{ code: '14647-2', value: 5, unit: 'kg' }, '单位「kg」不适用于总胆固醇 TC，应为 mmol/L'],
  [{ code: 'ecg', value: 1 }, '心电图须从选项中选择'],
  [{ code: 'ecg', text: '不明' }, '心电图没有选项「不明」'],
  [{ code: 'ecg', text: 'normal,abnormal' }, '心电图只能选一项'],
  [{ code: 'symptoms', text: 'none,dizziness' }, '症状的「无症状」不能与其他选项同选'],
  [{ code: 'urineProtein', value: 1 }, '尿蛋白须为文字'],
  [{ code: 'urineProtein', text: '±', unit: 'g' }, '尿蛋白没有单位'],
  [{ code: '718-7', value: 120, note: '溶血' }, '血红蛋白没有说明'],
  [{ code: '718-7', value: 120, absent: true }, '血红蛋白填了结果，不能再填「无」'],
  [{ code: '39156-5', value: 24 }, 'BMI由其他项目算出，不必填写'],
  [{ code: 'hidden', value: 1 }, '没有体检项目「hidden」'],
])('is refused: %j', (entry, msg) => {
  expect(refused(entry)).toBe(msg);
});

test('a value of another unit is converted unrounded, with the value as given', () => {
  expect(result({ code: '14682-9', value: 1, unit: 'mg/dL' })).toMatchObject({
    value: 88.4,
    given: { value: 1, unit: 'mg/dL' },
  });
  expect(result({ code: '14771-0', value: 126, unit: 'mg/dL' })).toMatchObject({ value: 126 / 18.016 });
  expect(result({ code: '8302-2', value: 1.68, unit: 'm' })).toMatchObject({ value: 168 });
  expect(result({ code: '8480-6', value: 16, unit: 'kPa' })).toMatchObject({ given: { value: 16, unit: 'kPa' } });
  expect(result({ code: '718-7', value: 120, unit: 'g/L' })).toMatchObject({ value: 120, given: null });
  expect(result({ code: '2093-3', value: 200, unit: 'mmol/L' })).toMatchObject({ rule: 'range' });
});

test('units have one spelling', () => {
  expect(new Set(['10⁹/L', '×10^9/L', '10*9/L', 'x10^9/l', ' 10^9 / L'].map(plainUnit)).size).toBe(1);
  expect(plainUnit('µmol/L')).toBe(plainUnit('μmol/l'));
  expect(plainUnit('mm[Hg]')).toBe(plainUnit('mmHg'));
  for (const item of catalogue.items) {
    for (const unit of unitsOf(item)) expect(inItemUnit(item, 1, unit), `${item.code} ${unit}`).toBeDefined();
  }
});

test('options are given by code or by label, with words beside them; 无 and nothing are results of their own', () => {
  expect(result({ code: 'ecg', text: '异常', note: ' ST-T 改变 ' })).toMatchObject({
    text: 'abnormal',
    note: 'ST-T 改变',
  });
  expect(result({ code: 'diet', text: 'salty,嗜油,salty' })).toMatchObject({ text: 'salty,oily' });
  expect(result({ code: 'ecg', note: '窦性心律' })).toMatchObject({ text: null, note: '窦性心律' });
  expect(result({ code: '718-7', absent: true })).toMatchObject({ value: null, absent: true });
  expect(result({ code: '718-7', value: null })).toBeNull();
  expect(result({ code: 'urineProtein', text: ' ' })).toBeNull();
});

test('BMI needs weight and height', () => {
  const of = (values: Record<string, number>) => computedBmi((code) => values[code]);
  expect(of({ '8302-2': 168, '29463-7': 67.8 })).toBeCloseTo(24.02, 2);
  expect([of({ '29463-7': 67.8 }), of({ '8302-2': 50, '29463-7': 200 })]).toEqual([null, null]);
});
