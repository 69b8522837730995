import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Panel, placedOf, type TrendPoint } from '../series.ts';
import { movedIndex, nearestIndex, pointAt, positionsOf } from './cursor.ts';

const minute = 60_000;
const points = (...minutes: number[]): TrendPoint[] =>
  minutes.map((each) => ({ at: new Date(each * minute).toISOString(), value: each }));
const panel = (...series: TrendPoint[][]): Panel => ({
  title: '',
  unit: '',
  series: series.map((each, place) => ({ name: String(place), points: each })),
});

test('the cross-hair can be at every instant with a value in any panel, once', () => {
  const panels = [panel(points(0, 10), points(10, 20)), panel(points(5))];
  expect(positionsOf(panels, 'raw')).toEqual([0, 5, 10, 20].map((each) => each * minute));
});

test('the cross-hair is never at a gap', () => {
  const struck = { at: new Date(5 * minute).toISOString(), value: 300, struck: '已撤回' };
  const empty = { at: new Date(7 * minute).toISOString(), value: null };
  expect(positionsOf([panel([struck, empty, ...points(9)])], 'raw')).toEqual([9 * minute]);
});

test('an hour is at its middle', () => {
  expect(positionsOf([panel(points(0))], 'hour')).toEqual([30 * minute]);
});

test('the pointer finds the nearest position', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.integer(), (values, at) => {
      const positions = values.sort((a, b) => a - b);
      const found = positions[nearestIndex(positions, at) ?? -1] ?? Number.NaN;
      expect(Math.abs(found - at)).toBe(Math.min(...positions.map((each) => Math.abs(each - at))));
    }),
  );
  expect(nearestIndex([], 0)).toBeNull();
});

test.each([
  ['ArrowLeft', 5, 4],
  ['ArrowRight', 5, 6],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 99, 99],
  ['ArrowLeft', null, 99],
  ['PageDown', 50, 40],
  ['PageUp', 50, 60],
  ['Home', 50, 0],
  ['End', null, 99],
  ['Escape', 50, null],
  ['Tab', 50, undefined],
  ['ArrowDown', 50, undefined],
] as const)('%s moves the cross-hair from %s to %s', (key, from, to) => {
  expect(movedIndex(key, from, 100)).toBe(to);
});

test('without values no key shows a cross-hair', () => {
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp']) expect(movedIndex(key, null, 0)).toBeNull();
});

test('a value belongs to the cross-hair within the reach only', () => {
  const placed = placedOf({ points: points(0, 10) }, 'raw');
  expect(pointAt(placed, 9 * minute, minute)?.value).toBe(10);
  expect(pointAt(placed, 5 * minute, minute)).toBeUndefined();
  expect(pointAt([], 0, minute)).toBeUndefined();
});
