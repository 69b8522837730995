import { expect, test } from 'vitest';
import type { WarnLevel } from '#shared/codes.ts';
import type { Placed } from '../series.ts';
import { levelPlaces } from './levelMarks.ts';

const placed = (...points: [at: number, value: number, level: WarnLevel | null][]): Placed[] =>
  points.map(([at, value, level]) => ({ at, value, point: { at: '', value, level } }));
const own = (value: number) => value;

test('values without a level have no sign', () => {
  expect(levelPlaces(placed([0, 10, null], [50, 10, 3]), own, own)).toEqual([{ at: 50, x: 50, y: 10, level: 3 }]);
});

test('of signs that would cover each other the worst level stays, then the newest', () => {
  const places = levelPlaces(placed([0, 0, 3], [5, 0, 2], [10, 0, 3], [40, 0, 3], [48, 0, 3]), own, own);
  expect(places.map(({ at }) => at)).toEqual([5, 48]);
});

test('signs above each other stay where there is room', () => {
  expect(levelPlaces(placed([0, 0, 3], [5, 100, 3]), own, own)).toHaveLength(2);
});
