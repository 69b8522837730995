import { expect, test } from 'vitest';
import { pauseLeft } from './steadyValue.ts';

const free = null;

test('a button pointed at within the last 300 ms is not moved', () => {
  expect(pauseLeft({ pointedAt: 1000, pressedAt: free }, 1100, 1100)).toBe(200);
});

test('while no button is pointed at, an alarm is shown at once', () => {
  expect(pauseLeft({ pointedAt: 0, pressedAt: free }, 1100, 1100)).toBeLessThanOrEqual(0);
});

test('a mouse that never rests holds an alarm back for 600 ms at most', () => {
  expect(pauseLeft({ pointedAt: 1700, pressedAt: free }, 1100, 1700)).toBeLessThanOrEqual(0);
});

test('nothing moves between press and click, however long the change has been due', () => {
  expect(pauseLeft({ pointedAt: 1000, pressedAt: 1000 }, 400, 2000)).toBeGreaterThan(0);
});

test('a finger that stays on the glass holds nothing back for ever', () => {
  expect(pauseLeft({ pointedAt: 1000, pressedAt: 1000 }, 1100, 2500)).toBeLessThanOrEqual(0);
});
