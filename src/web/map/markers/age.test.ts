import { expect, test } from 'vitest';
import { stampText } from './age.ts';

const now = new Date('2026-11-20T09:41:58.000Z');

test.each([
  ['2026-11-20T08:02:07.000Z', '08:02:07'],
  ['2026-03-01T08:02:07.000Z', '03-01 08:02'],
  ['2025-12-31T08:02:07.000Z', '2025-12-31'],
])('the stamp of %s is %s', (at, text) => {
  expect(stampText(at, now)).toBe(text);
});
