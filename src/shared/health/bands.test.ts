import { expect, test } from 'vitest';
import { type BandRow, houseBands, levelIn, levelOf, worse } from './bands.ts';

const rowOf = (kind: string, meal: BandRow['meal'] = null, asleep = false): BandRow => {
  const row = houseBands.find((one) => one.kind === kind && one.meal === meal && one.asleep === asleep);
  if (!row) throw new Error(kind);
  return row;
};

/** Levels at each edge of a table's cell and at its neighbours: [value, level]. */
type Edges = readonly (readonly [number, 1 | 2 | 3 | null])[];
const edges: Record<string, { row: BandRow; values: Edges }> = {
  心率: {
    row: rowOf('heart_rate'),
    values: [
      [20, 1],
      [40, 1],
      [40.4, 1],
      [40.5, 2],
      [41, 2],
      [44, 2],
      [44.4, 2],
      [44.5, 3],
      [45, 3],
      [54, 3],
      [54.4, 3],
      [54.5, null],
      [55, null],
      [95, null],
      [95.4, null],
      [95.5, 3],
      [96, 3],
      [115, 3],
      [115.5, 2],
      [116, 2],
      [130, 2],
      [130.4, 2],
      [130.5, 1],
      [131, 1],
      [250, 1],
    ],
  },
  睡眠中心率: {
    row: rowOf('heart_rate', null, true),
    values: [
      [40, 2],
      [41, 3],
      [44, 3],
      [45, null],
      [90, null],
      [90.5, 3],
      [91, 3],
      [105, 3],
      [106, 2],
      [130, 2],
      [131, 1],
    ],
  },
  呼吸: {
    row: rowOf('breath_rate'),
    values: [
      [0, 2],
      [8, 2],
      [8.4, 2],
      [8.5, 3],
      [9, 3],
      [11, 3],
      [12, null],
      [20, null],
      [20.4, null],
      [20.5, 3],
      [21, 3],
      [24, 3],
      [25, 2],
      [60, 2],
    ],
  },
  血氧: {
    row: rowOf('spo2'),
    values: [
      [50, 1],
      [89, 1],
      [89.4, 1],
      [89.5, 2],
      [90, 2],
      [92, 2],
      [92.5, 3],
      [93, 3],
      [94, 3],
      [94.4, 3],
      [94.5, null],
      [95, null],
      [100, null],
    ],
  },
  体温: {
    row: rowOf('temperature'),
    values: [
      [30, 1],
      [35, 1],
      [35.04, 1],
      [35.05, 3],
      [35.1, 3],
      [35.9, 3],
      [35.94, 3],
      [35.95, null],
      [36, null],
      [37.2, null],
      [37.24, null],
      [37.25, 3],
      [37.3, 3],
      [38, 3],
      [38.04, 3],
      [38.05, 2],
      [38.1, 2],
      [39, 2],
      [39.04, 2],
      [39.05, 1],
      [39.1, 1],
      [45, 1],
    ],
  },
  收缩压: {
    row: rowOf('systolic'),
    values: [
      [84, 1],
      [84.4, 1],
      [84.5, 3],
      [85, 3],
      [89, 3],
      [89.5, null],
      [90, null],
      [139, null],
      [139.4, null],
      [139.5, 3],
      [140, 3],
      [159, 3],
      [160, 2],
      [179, 2],
      [179.4, 2],
      [179.5, 1],
      [180, 1],
    ],
  },
  舒张压: {
    row: rowOf('diastolic'),
    values: [
      [39, 1],
      [40, 2],
      [49, 2],
      [50, 3],
      [59, 3],
      [60, null],
      [89, null],
      [90, 3],
      [99, 3],
      [100, 2],
      [109, 2],
      [110, 1],
    ],
  },
  血糖: {
    row: rowOf('glucose'),
    values: [
      [2.99, 1],
      [2.9999, 1],
      [3, 2],
      [3.89, 2],
      [3.9, null],
      [10.09, null],
      [10.0999, null],
      [10.1, 3],
      [13.99, 3],
      [14, 2],
      [16.69, 2],
      [16.7, 1],
    ],
  },
  空腹血糖: {
    row: rowOf('glucose', 'fasting'),
    values: [
      [2.99, 1],
      [3, 2],
      [3.89, 2],
      [3.9, null],
      [6.09, null],
      [6.1, 3],
      [6.99, 3],
      [7, 2],
      [13.89, 2],
      [13.9, 1],
    ],
  },
  餐后2小时血糖: {
    row: rowOf('glucose', 'after_2h'),
    values: [
      [2.99, 1],
      [3, 2],
      [3.89, 2],
      [3.9, null],
      [7.79, null],
      [7.8, 3],
      [11.09, 3],
      [11.1, 2],
      [16.69, 2],
      [16.7, 1],
    ],
  },
  BMI: {
    row: rowOf('bmi'),
    values: [
      [16.99, 2],
      [17, 3],
      [18.49, 3],
      [18.5, null],
      [23.99, null],
      [24, 3],
      [27.99, 3],
      [28, 2],
    ],
  },
};

test.each(Object.entries(edges))('the level of %s at each edge and its neighbours', (_, { row, values }) => {
  expect(values.map(([value]) => [value, levelIn(row, value)])).toEqual(values);
});

const value = { kind: 'systolic', value: 150, meal: null, asleep: false };
const own = (bands: BandRow['bands']): BandRow => ({ kind: 'systolic', meal: null, asleep: false, bands });

test('the limits of the person come before those of illnesses, of these the worst, before those of the house', () => {
  const house = houseBands;
  expect(levelOf(value, { own: [], illnesses: [], house })).toBe(3);
  const illnesses = [[own([{ level: 2, from: 145 }])], [own([{ level: 1, from: 148 }])], [own([])]];
  expect(levelOf(value, { own: [], illnesses, house })).toBe(1);
  expect(levelOf(value, { own: [own([{ level: 3, from: 151 }])], illnesses, house })).toBeNull();
});

test('a glucose value of another meal goes by the row without a meal, a sleeping heart by its own', () => {
  const sets = { own: [], illnesses: [], house: houseBands };
  const glucose = (meal: string | null) => levelOf({ kind: 'glucose', value: 8, meal, asleep: false }, sets);
  expect(['fasting', 'after_2h', 'random', null].map(glucose)).toEqual([2, 3, null, null]);
  const heart = (asleep: boolean) => levelOf({ kind: 'heart_rate', value: 93, meal: null, asleep }, sets);
  expect([heart(true), heart(false)]).toEqual([3, null]);
});

test('of two levels the lower number is the worse, and none the best', () => {
  expect([worse(1, 2), worse(3, null), worse(null, null)]).toEqual([1, 3, null]);
});
