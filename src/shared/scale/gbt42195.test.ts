import { expect, test } from 'vitest';
import type { Facts } from './definition.ts';
import { scoreScale } from './score.ts';
import { answersOf, bestOf, seeded } from './testing/seeded.ts';

const scale = seeded('gbt42195');
const best = '4 4 4 4 4 4 4 4 / 4 4 4 3 / 4 4 4 4 4 4 1 1 2 / 2 2 4 3 4';
const third = '4 4 3 4 4 3 4 4 / 4 4 3 2 / 4 4 4 3 4 4 1 1 2 / 1 1 3 2 4';
const fifth = '3 2 1 2 2 2 2 2 / 3 2 2 0 / 3 3 4 2 3 3 1 0 2 / 1 1 2 1 3';
const seventh = '2 1 1 1 1 1 1 1 / 1 1 0 0 / 2 1 3 2 3 3 1 1 2 / 1 1 0 0 2';
const eighth = '0 0 0 0 0 0 0 0 / 0 0 0 0 / 1 0 2 1 1 1 1 0 1 / 1 1 0 0 0';

type Vector = [number: number, answers: string, facts: Facts, parts: string, total: number, grades: string];

// clinical.md 1.5
const vectors: Vector[] = [
  [1, best, {}, '32/15/28/15', 90, '0 → 0'],
  [2, best.replace(/3 4$/, '2 4'), {}, '32/15/28/14', 89, '1 → 1'],
  [3, third, {}, '30/13/27/11', 81, '1 → 1'],
  [4, third, { events: { fall: 2 } }, '30/13/27/11', 81, '1 → 2'],
  [5, fifth, {}, '16/7/21/8', 52, '2 → 2'],
  [6, fifth, { diagnoses: ['F01', 'F20'], events: { fall: 3 } }, '16/7/21/8', 52, '2 → 3'],
  [7, seventh, {}, '9/2/18/4', 33, '3 → 3'],
  [8, eighth, { diagnoses: ['F03'] }, '0/0/8/2', 10, '4 → 4'],
  [9, third.replace('1 1 2 /', '1 1 0b /'), { coma: true }, '30/13/25/11', 79, '1 → 4'],
  [10, third.replace('1 1 2 /', '1 1 0a /'), {}, '30/13/25/11', 79, '1 → 1'],
  [11, best, { diagnoses: ['F00'] }, '32/15/28/15', 90, '0 → 1'],
  [12, third, { events: { fall: 1, choking: 1 } }, '30/13/27/11', 81, '1 → 2'],
  [13, third, { events: { fall: 1 } }, '30/13/27/11', 81, '1 → 1'],
];

test.each(vectors)('vector %i of GB/T 42195', (_number, answers, facts, parts, total, grades) => {
  const score = scoreScale(scale, { answers: answersOf(scale, answers), facts });
  expect(Object.values(score.parts).join('/')).toBe(parts);
  expect([score.total, `${score.preliminary} → ${score.final}`]).toEqual([total, grades]);
  expect(score).toMatchObject({ complete: true, missing: [], manual: false, bandSet: 'C3' });
});

test('vector 14: an unanswered item is named and takes every grade away', () => {
  const score = scoreScale(scale, {
    answers: answersOf(scale, third.replace('3 2 /', '3 - /')),
    facts: { coma: true },
  });
  expect(score).toMatchObject({ complete: false, missing: ['B2.4'], total: null, preliminary: null, final: null });
});

test('the maxima of the 26 items are 90, by parts 32, 15, 28 and 15', () => {
  const score = scoreScale(scale, { answers: bestOf(scale), facts: {} });
  expect([scale.items.length, score.total, score.parts]).toEqual([26, 90, { B1: 32, B2: 15, B3: 28, B4: 15 }]);
});
