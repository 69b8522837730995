import { expect, test } from 'vitest';
import { batteryDays, extended, type Run } from './forecast.ts';

/** Returns the forecast in days for levels stored every `hours` hours. */
function lasts(hours: number, ...values: number[]): number | null {
  const levels = values.map((value, index) => ({ at: Date.UTC(2026, 10, 1) + index * hours * 3_600_000, value }));
  const run = levels.reduce<Run | undefined>(extended, undefined);
  return run ? batteryDays(run) : null;
}

test('the line through the falling run is followed to zero, and whole days are told', () => {
  expect(lasts(24, 90, 80, 70, 60)).toBe(6);
  // 2 % per hour: 50 % last a day and an hour.
  expect(lasts(1, 64, 62, 60, 58, 56, 54, 52, 50)).toBe(1);
  expect(lasts(6, 12, 6, 0)).toBe(0);
});

test('what was before the last rise tells nothing, and levels that stay belong to the run', () => {
  expect(lasts(24, 50, 20, 5, 100, 90, 90, 75, 70)).toBe(lasts(24, 100, 90, 90, 75, 70));
  expect(lasts(24, 50, 40, 30, 100)).toBeNull();
  expect(lasts(24 * 61, 90, 80, 70)).toBeNull();
});

test('three levels and six hours are the least, and what does not fall has no end', () => {
  expect(lasts(24, 80)).toBeNull();
  expect(lasts(24, 80, 70)).toBeNull();
  expect(lasts(2.9, 80, 79, 78)).toBeNull();
  expect(lasts(3, 80, 79, 78)).toBe(9);
  expect(lasts(24, 70, 70, 70, 70)).toBeNull();
  expect(lasts(24 * 50, 100, 100, 100, 99)).toBeNull();
});

test('a level that comes later than a newer one changes nothing', () => {
  const at = (hours: number, value: number) => ({ at: hours * 3_600_000, value });
  const run = [at(0, 90), at(24, 80), at(48, 70)].reduce<Run | undefined>(extended, undefined);
  expect(extended(run, at(30, 100))).toEqual(run);
});
