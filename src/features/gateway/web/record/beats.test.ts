import { expect, test } from 'vitest';
import { gapsOf } from './beats.ts';

const start = Date.parse('2026-11-29T00:00:00Z');
const slots = (...beats: number[]) =>
  beats.map((value, index) => ({ at: new Date(start + index * 600_000).toISOString(), beats: value }));
const minutes = (beats: readonly number[], isOnline = false) =>
  gapsOf(slots(...beats), isOnline).map(({ from, to, isOpen }) => [
    (from - start) / 60_000,
    (to - start) / 60_000,
    isOpen,
  ]);

test('a silence begins after the last slot with signs of life and ends with the next; before the first there is none', () => {
  expect(minutes([0, 0, 3, 0, 0, 4, 5])).toEqual([[30, 50, false]]);
  expect(minutes([0, 0, 0])).toEqual([]);
});

test('a silence lasts from the second empty slot: the current one has only begun', () => {
  expect(minutes([3, 3, 0])).toEqual([]);
  expect(minutes([3, 0, 0])).toEqual([[10, 20, true]]);
});

test('no silence lasts while the gateway is online: its last slots are not written yet', () => {
  expect(minutes([3, 0, 4, 0, 0], true)).toEqual([[10, 20, false]]);
});
