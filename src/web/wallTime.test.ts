import { expect, it } from 'vitest';
import { fromWall, toWall } from './wallTime.ts';

it('shows an instant in Chinese time and reads it back, whatever zone the computer is set to', () => {
  const wall = toWall('2026-11-20T16:30:00.000Z');
  expect(wall.format('YYYY-MM-DD HH:mm')).toBe('2026-11-21 00:30');
  expect(fromWall(wall)).toBe('2026-11-20T16:30:00.000Z');
});
