import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksOf } from './axis.ts';

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
