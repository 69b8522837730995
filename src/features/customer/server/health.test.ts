import { expect, test } from 'vitest';
import { openHealth, redFlags } from './health.ts';

test('each red flag stands once, an allergy by its substance alone', () => {
  const health = {
    ...openHealth(null),
    flags: ['独居', '心脏病史', '青霉素过敏'],
    allergies: ['青霉素（皮疹、气促）', '磺胺'],
  };
  expect(redFlags('alone', health)).toEqual(['独居', '心脏病史', '青霉素过敏', '磺胺过敏']);
});
