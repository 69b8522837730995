import { expect, it } from 'vitest';
import { instantAt } from '#shared/place/wallClock.ts';
import { fromWall, toWall } from './wallTime.ts';

it('shows an instant in Chinese time and reads it back, whatever zone the computer is set to', () => {
  const wall = toWall('2026-11-20T16:30:00.000Z');
  expect(wall.format('YYYY-MM-DD HH:mm')).toBe('2026-11-21 00:30');
  expect(fromWall(wall)).toBe('2026-11-20T16:30:00.000Z');
});

it('finds the instant of a wall time in a zone with summer time, on both sides of the change', () => {
  expect(instantAt('2026-11-20T00:00:00.000', 'Asia/Shanghai')).toBe('2026-11-19T16:00:00.000Z');
  expect(instantAt('2026-11-20T23:59:59.999', 'Asia/Urumqi')).toBe('2026-11-20T17:59:59.999Z');
  expect(instantAt('2026-07-01T00:00:00', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z');
  expect(instantAt('2026-11-01T00:00:00', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
  expect(instantAt('2026-11-01T23:59:59.999', 'America/New_York')).toBe('2026-11-02T04:59:59.999Z');
  expect(instantAt('2026-03-08T00:00:00', 'America/New_York')).toBe('2026-03-08T05:00:00.000Z');
  expect(instantAt('2026-03-08T03:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
});

it('takes a skipped time one hour later and a repeated one as the first of both', () => {
  expect(instantAt('2026-03-08T02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  expect(instantAt('2026-04-24T00:00:00', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
  expect(instantAt('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});
