import { expect, test } from 'vitest';
import { isDue } from './garbage.ts';

test('the garbage of a busy time is given back once it is calm, and only when there is much', () => {
  const mb = 1_000_000;
  expect(isDue(120 * mb, 60 * mb, 0.02)).toBe(true);
  expect(isDue(120 * mb, 60 * mb, 0.6)).toBe(false);
  expect(isDue(70 * mb, 60 * mb, 0.02)).toBe(false);
});
