import { expect, test } from 'vitest';
import { scaleBar } from '../scale.ts';
import { stampText } from './age.ts';

const now = new Date('2026-11-20T09:41:58.000Z');

test.each([
  ['2026-11-20T08:02:07.000Z', '08:02:07'],
  ['2026-03-01T08:02:07.000Z', '03-01 08:02'],
  ['2025-12-31T08:02:07.000Z', '2025-12-31'],
])('the stamp of %s is %s', (at, text) => {
  expect(stampText(at, now)).toBe(text);
});

test.each([
  [1.09, '100 m', 100],
  [0.5, '20 m', 20],
  [8.4, '500 m', 500],
  [16, '1 km', 1000],
])('at %f m a pixel the scale says %s and fits', (perPixel, text, metres) => {
  const bar = scaleBar(perPixel, 96);
  expect(bar.text).toBe(text);
  expect(bar.pixels).toBeCloseTo(metres / perPixel);
  expect(bar.pixels).toBeLessThanOrEqual(96);
});
