import { expect, it } from 'vitest';
import { themeFor } from './theme.ts';

it('follows the system unless told otherwise', () => {
  expect(themeFor('system', true, 12)).toBe('dark');
  expect(themeFor('system', false, 23)).toBe('light');
  expect(themeFor('light', true, 23)).toBe('light');
  expect(themeFor('dark', false, 12)).toBe('dark');
});

it('is dark from 20:00 to 07:00 for the night shift', () => {
  expect([19, 20, 23, 0, 6, 7].map((hour) => themeFor('night', false, hour))).toEqual([
    'light',
    'dark',
    'dark',
    'dark',
    'dark',
    'light',
  ]);
});
