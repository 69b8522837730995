import { expect, test } from 'vitest';
import type { Meal } from '#shared/health/readingKinds.ts';
import { dayCourse } from './dayCourse.ts';
import { everyOf, panelOf, type SeriesAnswer } from './panel.ts';
import { signOf } from './signs.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const at = (ms: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + ms).toISOString();
const sign = (kind: string) => signOf(kind) as NonNullable<ReturnType<typeof signOf>>;
const raw = (values: [ms: number, value: number, meal?: Meal | null][], band: SeriesAnswer['band'] = null) => ({
  step: 'raw' as const,
  points: values.map(([ms, value]) => ({ at: at(ms), min: value, avg: value, max: value, n: 1 })),
  values: values.map(([ms, value, meal = null]) => ({ at: at(ms), value, level: null, meal, sourceId: '1' })),
  band,
});
const means = (avg: number): SeriesAnswer => ({
  ...{ step: 'day', values: [], band: null },
  points: [{ at: at(0), min: 0, avg, max: avg, n: 4 }],
});

test('a line bridges at least a day between values measured by hand, and at most three hours between others', () => {
  const times = (...ms: number[]) => ms.map((each) => ({ at: at(each) }));
  expect(everyOf(times(0, 3 * minute, 6 * minute), true)).toBe(day);
  expect(everyOf(times(0, 7 * day, 14 * day), true)).toBeGreaterThan(7 * day);
  expect(everyOf(times(0, 2 * minute, 4 * minute), false)).toBe(10 * minute);
  expect(everyOf(times(0, day), false)).toBe(180 * minute);
  expect(everyOf([], false)).toBe(10 * minute);
});

test('pressure is one panel with both lines and the range of the systolic', () => {
  const panel = panelOf(sign('systolic'), [raw([[0, 124]], { low: 90, high: 140 }), raw([[0, 74]])]);
  expect(panel?.series.map(({ name }) => name)).toEqual(['收缩压', '舒张压']);
  expect(panel?.bands).toEqual([{ low: 90, high: 140, label: '收缩压正常 90–139' }]);
  expect(panelOf(sign('systolic'), [undefined, undefined])).toBeUndefined();
});

test('each meal of glucose has its own marks, and a value after a meal never lies in the range of another', () => {
  const other = { low: 3.9, high: 10.1 };
  const fasting = raw([[0, 6, 'fasting']], { low: 3.9, high: 6.1 });
  const both = raw(
    [
      [0, 6, 'fasting'],
      [minute, 9.8, 'after_2h'],
    ],
    other,
  );
  const panel = panelOf(sign('glucose'), [both, fasting]);
  expect(panel?.series.map(({ name, shape, line }) => [name, shape, line])).toEqual([
    ['空腹', 'circle', false],
    ['餐后2小时', 'triangle', false],
  ]);
  expect(panel?.bands?.[0]?.label).toBe('空腹正常 3.9–6.1');
  const after = raw([[0, 7, 'after_2h']], { low: 3.9, high: 7.8 });
  const afterOnly = raw([[0, 7, 'after_2h']], other);
  expect(panelOf(sign('glucose'), [afterOnly, after])?.bands?.[0]?.label).toBe('餐后2小时正常 3.9–7.8');
  expect(panelOf(sign('glucose'), [raw([[0, 8, 'random']], other)])?.bands?.[0]?.label).toBe('正常 3.9–10.1');
});

test('steps are bars of the highest, time in bed is in hours', () => {
  expect(panelOf(sign('steps'), [means(4200)])).toMatchObject({ remark: '每天最高', series: [{ bars: true }] });
  const inBed = panelOf(sign('in_bed'), [means(510)]);
  expect(inBed).toMatchObject({ unit: '小时', series: [{ bars: true, points: [{ value: 8.5 }] }] });
  expect(inBed?.series[0]?.points[0]).not.toHaveProperty('max');
});

test('a day between values measured by hand lies on their line, a longer silence is a gap', () => {
  const days = Array.from({ length: 9 }, (_, place) => at(place * day).slice(0, 10));
  const values = raw([
    [0, 60],
    [2 * day, 64],
    [3 * day, 65],
    [8 * day, 70],
  ]);
  expect(dayCourse(sign('weight'), values, days, 'UTC')).toEqual([60, 62, 64, 65, null, null, null, null, 70]);
});

test('the course of glucose holds one meal only', () => {
  const values = raw([
    [0, 6, 'fasting'],
    [minute, 9.8, 'after_2h'],
  ]);
  expect(dayCourse(sign('glucose'), values, [at(0).slice(0, 10)], 'UTC', 'after_2h')).toEqual([9.8]);
});
