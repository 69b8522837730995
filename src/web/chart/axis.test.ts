import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksOf, valueTicks, verticalScale } from './axis.ts';

test.each([
  [0, [0, 1, 2]],
  [3, [0, 1, 2, 3]],
  [7, [0, 5, 10]],
  [201, [0, 100, 200, 300]],
])('up to %i the marks are %j', (highest, ticks) => {
  expect(ticksOf(highest)).toEqual(ticks);
});

test('the marks reach the highest value, and are two to four above 0', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (highest) => {
      const ticks = ticksOf(highest);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }),
  );
});

test.each([
  ['pressure with its range', [73, 168, 90, 139], [60, 80, 100, 120, 140, 160, 180], 0],
  ['temperature', [36.1, 37.4], [36, 36.5, 37, 37.5], 1],
  ['equal values', [96, 96], [94, 95, 96, 97, 98], 0],
  ['zeros', [0, 0], [0, 0.2, 0.4, 0.6, 0.8, 1], 1],
  ['nothing', [], [0, 0.2, 0.4, 0.6, 0.8, 1], 1],
])('an axis of %s has round marks around the values', (_, values, ticks, decimals) => {
  expect(valueTicks(values)).toEqual({ ticks, decimals });
});

test('a low plot has fewer marks', () => {
  expect(valueTicks([12, 20], 3).ticks).toEqual([10, 15, 20]);
});

const thousandths = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000);

test('an axis has two to seven different marks in order, and all values between its ends', () => {
  fc.assert(
    fc.property(fc.array(thousandths, { minLength: 1, maxLength: 20 }), (values) => {
      const { ticks } = valueTicks(values);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
      expect(new Set(ticks).size).toBe(ticks.length);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
    }),
  );
});

test('the highest mark is at the top of the plot, the lowest at its bottom', () => {
  const y = verticalScale({ ticks: [40, 80, 120] }, 8, 208);
  expect([y(120), y(80), y(40)]).toEqual([8, 108, 208]);
});
