import { expect, test } from 'vitest';
import { catalogueOf, itemsByCode } from '#shared/physical/catalogues.ts';
import { readItem } from '#shared/physical/entered.ts';
import { enteredOf, givenOf, nothing, toggledOption } from './entered.ts';
import { lackingOf, nextMissing, progressOf } from './progress.ts';
import { isAbnormal, resultOf, resultWords, rowsOf } from './rows.ts';

const catalogue = catalogueOf(1) ?? expect.fail('there is no catalogue 1');
const item = (code: string) => itemsByCode(catalogue).get(code) ?? expect.fail(`there is no item ${code}`);
const typed = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([code, text]) => [code, { ...nothing, text }]));
const woman = { sex: 2, age: 82, catalogue };
const rowOf = (entries: Record<string, string>, code: string, person: Parameters<typeof rowsOf>[0] = woman) =>
  rowsOf(person, [], typed(entries)).get(code) ?? expect.fail(`there is no row ${code}`);

test('a number is read with its unit, in full-width digits too, and words stay words', () => {
  const glucose = item('14771-0');
  expect(givenOf(glucose, { ...nothing, text: '６．４' })).toEqual({ code: '14771-0', value: 6.4 });
  expect(givenOf(glucose, { ...nothing, text: '115 mg/dL' })).toEqual({ code: '14771-0', value: 115, unit: 'mg/dL' });
  expect(givenOf(glucose, { ...nothing, text: '偏高' })).toEqual({ code: '14771-0', text: '偏高' });
  expect(givenOf(glucose, { ...nothing, text: ' ' })).toEqual({ code: '14771-0', value: null });
  expect(givenOf(glucose, { ...nothing, absent: true })).toEqual({ code: '14771-0', absent: true });
});

test('a field that was emptied takes its result back', () => {
  const left = ['14771-0', 'otherBody', 'ecg', 'symptoms'].map(item);
  const results = left.map((one) => readItem(catalogue, givenOf(one, { text: ' ', note: ' ', absent: false })));
  expect(results).toEqual(left.map((one) => ({ item: one, result: null })));
});

test('a value is judged by sex and age while it is typed', () => {
  expect(rowOf({ '718-7': '120' }, '718-7').flag).toBe('normal');
  expect(rowOf({ '718-7': '120' }, '718-7', { ...woman, sex: 1 }).flag).toBe('low');
  expect(rowOf({ '14682-9': '78' }, '14682-9')).toMatchObject({ flag: 'none', range: '80 岁以上无区间' });
});

test('a stored value keeps the flag and the limits it was stored with', () => {
  const stored = {
    ...{ code: '718-7', label: '', group: '', value: 120, text: null, note: null, absent: false, given: null },
    ...{ unit: 'g/L', low: 130, high: 175, lowOpen: false, highOpen: false, flag: 'low' as const },
  };
  expect(rowsOf(woman, [stored], new Map()).get('718-7')).toMatchObject({ flag: 'low', range: '130–175' });
});

test('what cannot be true of a person, and words in a number, are named with the range', () => {
  expect(rowOf({ '718-7': '999' }, '718-7').problem).toBe('血红蛋白应在 10–300 g/L 之间');
  expect(rowOf({ '718-7': '阴性' }, '718-7')).toMatchObject({ problem: '血红蛋白须为数值', flag: 'none' });
});

test('the BMI follows from height and weight', () => {
  expect(rowOf({ '8302-2': '150', '29463-7': '60' }, '39156-5')).toMatchObject({ flag: 'high', isEmpty: false });
  expect(rowOf({ '8302-2': '150' }, '39156-5').isEmpty).toBe(true);
});

test('「无」 stands alone among several options', () => {
  const several = { many: true };
  expect(toggledOption(several, 'headache', 'none')).toBe('none');
  expect(toggledOption(several, 'none', 'headache')).toBe('headache');
  expect(toggledOption(several, 'headache', 'fatigue')).toBe('headache,fatigue');
  expect(toggledOption(several, 'headache,fatigue', 'headache')).toBe('fatigue');
  expect(toggledOption({}, 'clear', 'unclear')).toBe('unclear');
});

test('sections count what is filled, missing and abnormal, and G finds the next one after the field', () => {
  const rows = rowsOf(woman, [], typed({ '8480-6': '150', '8462-4': '86' }));
  const general = progressOf(catalogue, rows, 'yearly').find(({ code }) => code === 'general');
  expect(general).toMatchObject({ filled: 2, abnormal: 1 });
  const next = nextMissing(catalogue, rows, 'yearly', '9279-1');
  expect(next).toEqual({ code: '8302-2', section: 'general' });
  expect(lackingOf(rows, 'yearly').map((row) => row.item.code)).toContain('29463-7');
});

test('nothing is missing in an examination of some items alone', () => {
  const rows = rowsOf(woman, [], typed({ '8480-6': '150' }));
  expect(lackingOf(rows, 'special')).toEqual([]);
  expect(progressOf(catalogue, rows, 'special').every(({ missing }) => missing === 0)).toBe(true);
  expect(nextMissing(catalogue, rows, 'special', undefined)).toBeUndefined();
});

test('a result reads the same from a field and from the store', () => {
  const row = rowOf({ ecg: 'abnormal' }, 'ecg');
  expect([isAbnormal(row), resultWords(item('ecg'), resultOf(row))]).toEqual([true, '异常']);
  const stored = { code: 'ecg', value: null, text: 'abnormal', note: 'ST-T 轻度改变', absent: false };
  expect(resultWords(item('ecg'), stored)).toBe('异常（ST-T 轻度改变）');
  expect(enteredOf(stored)).toEqual({ text: 'abnormal', note: 'ST-T 轻度改变', absent: false });
  expect(enteredOf({ ...stored, value: 6.1, text: null, note: null }).text).toBe('6.1');
});
