import { expect, test } from 'vitest';
import { pauseLeft } from './useSteadyRows.ts';

test('a button under the mouse within the last 300 ms is not moved', () => {
  expect(pauseLeft(1000, 1100, 1100)).toBe(200);
});

test('while no button is pointed at, an alarm is shown at once', () => {
  expect(pauseLeft(0, 1100, 1100)).toBeLessThanOrEqual(0);
});

test('a mouse that never rests holds an alarm back for 600 ms at most', () => {
  expect(pauseLeft(1700, 1100, 1700)).toBeLessThanOrEqual(0);
});
