import { expect, test } from 'vitest';
import { batteryDays } from './forecast.ts';

/** Levels that were kept every so many hours. */
const every = (hours: number, ...values: number[]) =>
  values.map((value, index) => ({ at: Date.UTC(2026, 10, 1) + index * hours * 3_600_000, value }));

test('the line through the falling run is followed to zero, and whole days are told', () => {
  expect(batteryDays(every(24, 90, 80, 70, 60))).toBe(6);
  // 2 % in an hour: 50 % are a day and an hour.
  expect(batteryDays(every(1, 64, 62, 60, 58, 56, 54, 52, 50))).toBe(1);
  expect(batteryDays(every(6, 12, 6, 0))).toBe(0);
});

test('what was before the last rise tells nothing, and levels that stay belong to the run', () => {
  expect(batteryDays(every(24, 50, 20, 5, 100, 90, 90, 75, 70))).toBe(batteryDays(every(24, 100, 90, 90, 75, 70)));
  expect(batteryDays(every(24, 50, 40, 30, 100))).toBeNull();
});

test('three points and six hours are the least, and what does not fall has no end', () => {
  expect(batteryDays([])).toBeNull();
  expect(batteryDays(every(24, 80, 70))).toBeNull();
  expect(batteryDays(every(2.9, 80, 79, 78))).toBeNull();
  expect(batteryDays(every(3, 80, 79, 78))).toBe(9);
  expect(batteryDays(every(24, 70, 70, 70, 70))).toBeNull();
  expect(batteryDays([...every(24 * 365, 100, 100, 100, 99)])).toBeNull();
});
