import { expect, test } from 'vitest';
import { type TriedFence, tryFixes } from './simulate.ts';

const zone = 'Asia/Shanghai';
const home = { lat: 28.935, lng: 118.885 };
const start = Date.parse('2026-11-27T09:00:00+08:00');
const metre = 1 / 111_195;

/** Fixes a minute apart, by metres north of the middle. */
const walk = (...norths: number[]) =>
  norths.map((north, i) => ({
    ...{ at: start + i * 60_000, lat: home.lat + (north + i) * metre, lng: home.lng },
    ...{ accuracy: 10, source: 'gnss' as const, late: false },
  }));
const fence = (change: Partial<TriedFence> = {}): TriedFence => ({
  ...{ kind: 'home', shape: { circle: { centre: home, radius: 300 } }, windows: [], minutes: null },
  ...change,
});
const told = (of: TriedFence, fixes: ReturnType<typeof walk>) =>
  tryFixes(of, fixes, zone).events.map(({ at, kind, rings }) => [(at - start) / 60_000, kind, rings]);

test('it leaves with the second fix outside, rings once and comes back with the second inside', () => {
  expect(told(fence(), walk(0, 10, 500, 540, 580, 100, 60))).toEqual([
    [3, 'leave', true],
    [6, 'back', false],
  ]);
});

test('a second way out within 15 minutes of the first way back is recorded, and rings when these are over', () => {
  const out = [500, 540];
  const inside = [100, 60];
  expect(
    told(fence(), walk(...inside, ...out, ...inside, ...out, ...Array.from({ length: 15 }, (_, i) => 600 + i))),
  ).toEqual([
    [3, 'leave', true],
    [5, 'back', false],
    [7, 'leave', false],
    [20, 'leave', true],
  ]);
});

test('out of hours it rings nothing, and when they begin it rings for who is outside', () => {
  const windows = [{ days: [5], from: '09:05', to: '10:00' }];
  expect(told(fence({ windows }), walk(0, 10, 500, 540, 580, 620, 660))).toEqual([
    [3, 'leave', false],
    [5, 'leave', true],
  ]);
});

test('a forbidden zone is entered, and who stays too long is reported once', () => {
  expect(told(fence({ kind: 'forbidden' }), walk(600, 560, 100, 60))).toEqual([[3, 'enter', true]]);
  expect(told(fence({ kind: 'stay', minutes: 5 }), walk(0, 10, 20, 30, 40, 50, 60, 70))).toEqual([[6, 'stay', true]]);
});

test('each fix has the side that it tells or why it tells none', () => {
  const [inside, out, cell, vague, late] = walk(0, 500, 600, 500, 500);
  const fixes = [inside, out, { ...cell, source: 'cell' }, { ...vague, accuracy: 200 }, { ...late, late: true }];
  expect(tryFixes(fence(), fixes as ReturnType<typeof walk>, zone).verdicts).toEqual([
    ...['inside', 'outside', 'cell', 'inaccurate', 'late'],
  ]);
});
