import { expect, test } from 'vitest';
import { scoreScale } from './score.ts';
import { bestOf, seeded } from './testing/seeded.ts';

const scale = seeded('mzt039');

/** Answers by level of each part: A 100, 95, 60, 40; B 0, 1, 2, 4; C by sight; D 0, 3, 8, 14. */
const ofLevel = {
  A: [{}, { A1: '5' }, { A8: '0', A9: '0', A10: '0' }, { A1: '0', A4: '0', A8: '0', A9: '0', A10: '0' }],
  B: [{}, { B1: '1' }, { B1: '2' }, { B1: '2', B2: '2' }],
  C: [{}, { C2: '2' }, { C2: '3' }, { C2: '4' }],
  D: [{}, { D1: '3' }, { D1: '4', D2: '4' }, { D1: '4', D2: '4', D3: '4', D4: '2' }],
} as const;

const scored = (answers: object) => scoreScale(scale, { answers: { ...bestOf(scale), ...answers }, facts: {} });
const atLevels = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  scored({ ...ofLevel.A[a], ...ofLevel.B[b], ...ofLevel.C[c], ...ofLevel.D[d] });

// clinical.md 1.6
test.each([
  [[0, 0, 0, 0], '0'],
  [[0, 0, 0, 1], '0'],
  [[0, 1, 0, 0], '1'],
  [[1, 0, 0, 0], '1'],
  [[1, 2, 2, 2], '2'],
  [[1, 3, 2, 2], '2'],
  [[2, 1, 2, 0], '2'],
  [[2, 3, 0, 0], '3'],
  [[2, 2, 2, 2], '3'],
  [[3, 0, 0, 0], '3'],
  [[1, 3, 0, 0], '2'],
])('levels %j of the parts give grade %s', (levels, grade) => {
  const score = atLevels(levels);
  expect(Object.values(score.levels)).toEqual(levels);
  expect(score).toMatchObject({ complete: true, total: null, preliminary: grade, final: grade, manual: false });
});

test('a hole of the matrix has no grade, and a person decides', () => {
  expect(atLevels([2, 0, 0, 0])).toMatchObject({
    ...{ complete: true, preliminary: null, final: null, manual: true, levels: { A: 2, B: 0, C: 0, D: 0 } },
  });
});

test.each([
  ['C1', [0, 2, 3, 3]],
  ['C2', [0, 0, 1, 2, 3]],
  ['C3', [0, 0, 1, 2, 3]],
  ['C4', [0, 1, 2, 3]],
])('%s by itself gives the part C the levels %j', (item, levels) => {
  expect(levels.map((_level, index) => scored({ [item]: String(index) }).levels.C)).toEqual(levels);
});

test('a part with an open item has no level and the form no grade', () => {
  const { C3: _open, ...answers } = bestOf(scale);
  const score = scoreScale(scale, { answers, facts: {} });
  expect(score).toMatchObject({ complete: false, missing: ['C3'], preliminary: null, final: null, manual: false });
  expect(Object.keys(score.levels)).toEqual(['A', 'B', 'D']);
});
