import { expect, test } from 'vitest';
import { chronicDiseases, keysOf } from '#shared/codes.ts';
import { chronicOf, codeOfChronic } from './chronic.ts';

test('the group of a condition follows from the category of its code', () => {
  const cases = [
    ...(['I10 hypertension', 'I15.9 hypertension', 'I16 other', 'I20.0 coronary', 'I25 coronary'] as const),
    ...(['E14.9 diabetes', 'I64 stroke', 'I65 other', 'I69.3 stroke', 'J40 other', 'J41 copd', 'C00 tumour'] as const),
    ...([
      'C97 tumour',
      'D48.9 tumour',
      'D49 other',
      'F03 dementia',
      'F04 mental',
      'G30.1 dementia',
      'g20 parkinson',
    ] as const),
    ...(['E00 other', 'E01 hypothyroidism', 'E04 other', 'H26.9 cataract', 'H40 glaucoma', 'M19 arthritis'] as const),
  ].map((line) => line.split(' '));
  for (const [code = '', group] of cases) expect([code, chronicOf(code)]).toEqual([code, group]);
});

test('a group that was entered alone gets a code of that group, or none', () => {
  const without = keysOf(chronicDiseases).filter((group) => codeOfChronic(group) === null);
  expect(without).toEqual(['tumour', 'other']);
  for (const group of keysOf(chronicDiseases)) {
    const code = codeOfChronic(group);
    if (code) expect(chronicOf(code)).toBe(group);
  }
});
