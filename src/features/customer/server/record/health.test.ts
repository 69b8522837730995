import { expect, test } from 'vitest';
import { bloodLabel } from '../../contract/health.ts';
import { decryptHealth, redFlags } from './health.ts';

test('each red flag stands once, an allergy by its substance alone', () => {
  const health = {
    ...decryptHealth(null),
    flags: ['独居', '心脏病史', '青霉素过敏'],
    allergies: ['青霉素（皮疹、气促）', '磺胺'],
  };
  expect(redFlags('alone', health)).toEqual(['独居', '心脏病史', '青霉素过敏', '磺胺过敏']);
});

test('a blood type is read in words, whether it was entered as a code or as it is said', () => {
  const label = (bloodType: string | null, rh: string | null = null) => bloodLabel({ bloodType, rh });
  expect([label('AB', 'negative'), label('O'), label('A 型 RH(+)'), label('unknown'), label(null, 'positive')]).toEqual(
    ['AB 型 RH(-)', 'O 型', 'A 型 RH(+)', null, 'RH(+)'],
  );
});
