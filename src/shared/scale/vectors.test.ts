import { expect, test } from 'vitest';
import type { Facts } from './definition.ts';
import { gradeLabel } from './grades.ts';
import { scoreScale } from './score.ts';
import { answersOf, bestOf, seeded, summingTo } from './testing/seeded.ts';

interface Extra {
  facts?: Facts;
  bandSet?: string;
  prorate?: boolean;
}

/** Returns the total and the label of the final grade. */
function graded(code: string, answers: string, { facts = {}, ...extra }: Extra = {}): [number | null, string | null] {
  const scale = seeded(code);
  const { total, final, bandSet } = scoreScale(scale, { answers: answersOf(scale, answers), facts, ...extra });
  return [total, gradeLabel(scale, final, bandSet)];
}

// clinical.md 2.2
test.each([
  ['10 5 5 10 10 10 10 15 15 10', 100, '无需依赖', '能力完好'],
  ['10 5 5 10 10 10 10 15 15 5', 95, '轻度依赖', '轻度受损'],
  ['5 0 0 5 10 5 5 10 10 5', 55, '中度依赖', '中度受损'],
  ['5 0 0 5 5 5 5 10 5 0', 40, '重度依赖', '重度受损'],
  ['10 0 0 5 10 5 5 10 10 5', 60, '中度依赖', '中度受损'],
  ['10 5 0 5 10 5 5 10 10 5', 65, '轻度依赖', '轻度受损'],
])('Barthel %s is %i, by WS/T 431 %s, by MZ/T 039 %s', (answers, total, nursing, older) => {
  expect(graded('barthel', answers)).toEqual([total, nursing]);
  expect(graded('barthel', answers, { bandSet: 'MZT039' })).toEqual([total, older]);
});

test('Barthel has no option of seven points', () => {
  expect(() => graded('barthel', '7 5 5 10 10 10 10 15 15 5')).toThrow(new RangeError('answers.83184-2'));
});

// clinical.md 2.3 to 2.5, 2.8
test.each([
  ['katz', '1 1 1 1 1 1', 6, '完全独立'],
  ['katz', '0 0 1 1 1 1', 4, '中度依赖'],
  ['katz', '0 0 0 0 1 1', 2, '重度依赖'],
  ['lawton', '1a 1 1 1a 1a 1a 1 1a', 8, null],
  ['lawton', '1c 0a 0c 1d 1b 1c 0a 1b', 5, null],
  ['gds15', Array(15).fill('yes').join(' '), 10, '中度'],
  ['gds15', Array(15).fill('no').join(' '), 5, '轻度'],
  ['gds15', 'no yes yes yes no yes no yes yes yes no yes no yes yes', 15, '重度'],
  ['gds15', 'yes no no no yes no yes no no no yes no yes no no', 0, '正常'],
  ['gds15', 'no no no no no no yes no no no yes no yes no no', 2, '正常'],
  ['selfcare', '0a 0 0a 0 0', 0, '可自理'],
  ['selfcare', '0b 1 0b 1 1', 3, '可自理'],
  ['selfcare', '0a 3 0a 0 1', 4, '轻度依赖'],
  ['selfcare', '3 3 0b 1 1', 8, '轻度依赖'],
  ['selfcare', '3 3 3 0 0', 9, '中度依赖'],
  ['selfcare', '3 3 3 5 5', 19, '不能自理'],
  ['selfcare', '5 7 5 10 10', 37, '不能自理'],
  ['recall3', '3 3', 6, '阴性'],
  ['recall3', '3 2', 5, '阳性'],
  ['recall3', '2 3', 5, '阳性'],
  ['mood2', '0 0', 0, '阴性'],
  ['mood2', '0 1', 1, '阳性'],
  ['mood2', '1 0', 1, '阳性'],
  ['minicog', '2 0', 2, '阳性'],
  ['minicog', '1 2', 3, '阴性'],
  ['ad8', '0 0 0 0 0 0 0 1', 1, '阴性'],
  ['ad8', '0 0 0 0 0 0 1 1', 2, '阳性'],
  ['morse', '25 15 15 0 10 0', 65, '高风险'],
  ['morse', '0 15 0 0 10 0', 25, '中风险'],
  ['braden', '3 3 2 2 3 2', 15, '低风险'],
  ['braden', '2 2 1 1 2 1', 9, '极高风险'],
  ['mnasf', '2 3 2 2 2 3 -', 14, '营养正常'],
  ['mnasf', '1 1 1 0 1 1 -', 5, '营养不良'],
  ['mnasf', '2 3 2 2 2 - 3', 14, '营养正常'],
])('%s with %s is %i, %s', (code, answers, total, label) => {
  expect(graded(code, answers)).toEqual([total, label]);
});

test('Morse reads 45 and 50 by either of its two sets', () => {
  expect(graded('morse', '25 0 0 20 0 0')).toEqual([45, '高风险']);
  expect(graded('morse', '25 0 0 20 0 0', { bandSet: 'B' })).toEqual([45, '中风险']);
  expect(graded('minicog', '3 0', { bandSet: 'sensitive' })).toEqual([3, '阳性']);
});

test('MNA-SF takes BMI or calf: neither is missing, both are refused', () => {
  const scale = seeded('mnasf');
  const input = (answers: string) => ({ answers: answersOf(scale, answers), facts: {} });
  expect(scoreScale(scale, input('2 3 2 2 2 - -'))).toMatchObject({
    complete: false,
    missing: ['6', '7'],
    final: null,
  });
  expect(() => scoreScale(scale, input('2 3 2 2 2 3 3'))).toThrow(new RangeError('answers.7'));
});

// clinical.md 2.6
test.each([
  ['illiterate', 17, '提示障碍'],
  ['illiterate', 18, '不提示障碍'],
  ['primary', 20, '提示障碍'],
  ['primary', 21, '不提示障碍'],
  ['middle', 24, '提示障碍'],
  ['middle', 25, '不提示障碍'],
])('MMSE of %s at %i: %s', (schooling, total, label) => {
  const scale = seeded('mmse');
  const score = scoreScale(scale, { answers: summingTo(scale, total), facts: { schooling } });
  expect([score.total, gradeLabel(scale, score.final, score.bandSet)]).toEqual([total, label]);
  expect(score.readings.map(({ bandSet }) => bandSet)).toEqual(['A', 'B', 'severity']);
});

test.each([
  ['middle', 22, '提示障碍'],
  ['middle', 23, '不提示障碍'],
  ['college', 23, '提示障碍'],
  ['college', 24, '不提示障碍'],
])('MMSE of %s at %i by set B: %s', (schooling, total, label) => {
  const scale = seeded('mmse');
  const score = scoreScale(scale, { answers: summingTo(scale, total), facts: { schooling }, bandSet: 'B' });
  expect(gradeLabel(scale, score.final, score.bandSet)).toBe(label);
});

test('MMSE without schooling misses it, whatever the answers, but for the set without it', () => {
  const scale = seeded('mmse');
  const answers = bestOf(scale);
  expect(scoreScale(scale, { answers, facts: {} })).toMatchObject({
    ...{ complete: false, missing: ['schooling'], total: null, final: null },
  });
  expect(scoreScale(scale, { answers, facts: {}, bandSet: 'severity' })).toMatchObject({ complete: true, final: '0' });
});

test('GDS-15 is extrapolated over three open answers when asked for, rounded up, and over four never', () => {
  const scale = seeded('gds15');
  const answers = answersOf(scale, '- - - yes no yes no yes no no yes no yes no no');
  const input = { answers, facts: {} };
  expect(scoreScale(scale, input)).toMatchObject({ complete: false, missing: ['1', '2', '3'], total: null, points: 5 });
  expect(scoreScale(scale, { ...input, prorate: true })).toMatchObject({
    ...{ complete: true, missing: [], prorated: ['1', '2', '3'], total: 7, final: '1' },
  });
  const { 4: _four, ...fewer } = answers;
  const four = scoreScale(scale, { ...input, answers: fewer, prorate: true });
  expect(four).toMatchObject({
    complete: false,
    missing: ['1', '2', '3', '4'],
    prorated: [],
    total: null,
    final: null,
  });
  expect(() => graded('katz', '- 1 1 1 1 1', { prorate: true })).toThrow(new RangeError('prorate'));
});

test('the nine risks of GB 38600 have neither total nor grade', () => {
  expect(scoreScale(seeded('risk9'), { answers: bestOf(seeded('risk9')), facts: {} })).toMatchObject({
    ...{ complete: true, total: null, final: null, manual: false },
  });
});
