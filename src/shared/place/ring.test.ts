import { expect, test } from 'vitest';
import { ringMetres } from './ring.ts';

const at = Date.UTC(2026, 0, 1, 8);
const hour = 3_600_000;

test('a ring is accuracy at first, grows with speed and time, and ends at 20 km', () => {
  expect(ringMetres({ speed: 3, accuracy: 30, at }, at)).toBe(30);
  expect(ringMetres({ speed: 3, accuracy: 30, at }, at + hour / 2)).toBe(1530);
  expect(ringMetres({ speed: 6, accuracy: 100, at }, at + 2 * hour)).toBe(12_100);
  expect(ringMetres({ speed: 6, accuracy: 100, at }, at + 10 * hour)).toBe(20_000);
});

test('a fix of the future has no smaller ring than its accuracy', () => {
  expect(ringMetres({ speed: 3, accuracy: 30, at }, at - hour)).toBe(30);
});
