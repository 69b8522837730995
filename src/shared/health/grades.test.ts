import { expect, test } from 'vitest';
import { checkValues } from './entered.ts';
import { bmiGrade, glucoseGrade, isHighAtHome, pressureGrade, pressureGrades } from './grades.ts';
import { bmiOf } from './readingKinds.ts';

test.each([
  [119, 79, '正常', null],
  [120, 79, '正常高值', null],
  [118, 85, '正常高值', null],
  [139, 89, '正常高值', null],
  [140, 85, '1 级', 'systolic'],
  [138, 92, '1 级', 'diastolic'],
  [150, 105, '2 级', null],
  [165, 95, '2 级', null],
  [172, 112, '3 级', null],
  [180, 70, '3 级', 'systolic'],
] as const)('a pressure of %s/%s is %s', (systolic, diastolic, title, isolated) => {
  const found = pressureGrade(systolic, diastolic);
  expect([found && pressureGrades[found.grade], found?.isolated]).toEqual([title, isolated]);
});

test('a pressure at home has lower limits, and one whose diastolic value is not below is none', () => {
  expect([isHighAtHome(136, 80), isHighAtHome(134, 84), isHighAtHome(120, 85)]).toEqual([true, false, true]);
  for (const [systolic, diastolic] of [
    [80, 80],
    [80, 90],
  ] as const) {
    expect(pressureGrade(systolic, diastolic)).toBeNull();
    expect(checkValues({ values: { systolic, diastolic } }).errors).toMatchObject([{ field: 'values.diastolic' }]);
  }
});

test.each([
  [50, 165, '18.37', '过低'],
  [52.2, 168, '18.49', '过低'],
  [67.7, 168, '23.99', '正常'],
  [67.8, 168, '24.02', '超重'],
  [79, 168, '27.99', '超重'],
  [79.1, 168, '28.03', '肥胖'],
] as const)('%s kg at %s cm is a BMI of %s: %s', (weight, height, text, grade) => {
  const bmi = bmiOf(weight, height);
  expect([bmi.toFixed(2), bmiGrade(bmi)]).toEqual([text, grade]);
});

test.each([
  [6.09, 'fasting', '正常'],
  [6.1, 'fasting', '糖调节受损'],
  [6.9999, 'fasting', '糖调节受损'],
  [7, 'fasting', '达糖尿病界值'],
  [7.79, 'after_2h', '正常'],
  [7.8, 'after_2h', '糖调节受损'],
  [11.09, 'after_2h', '糖调节受损'],
  [11.1, 'after_2h', '达糖尿病界值'],
] as const)('a glucose of %s mmol/L, %s, is %s', (glucose, meal, grade) => {
  expect(glucoseGrade(glucose, meal)).toBe(grade);
});

test('126 mg/dL are 6.9938 mmol/L, unrounded, and stay below the limit', () => {
  const [value] = checkValues({ values: { glucose: 126 }, unit: 'mg/dL', meal: 'fasting' }).values;
  expect(value?.value).toBeCloseTo(6.9938, 4);
  expect(glucoseGrade(value?.value ?? 0, 'fasting')).toBe('糖调节受损');
});
