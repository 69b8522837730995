import { expect, test } from 'vitest';
import { placedOf, runsOf, type Step, type TrendPoint } from '../series.ts';
import { gapsOf, gapText } from './gaps.ts';

const zone = 'Asia/Shanghai';
const day = 86_400_000;
const days = (...dates: string[]): TrendPoint[] => dates.map((date) => ({ at: `${date}T00:00:00+08:00`, value: 120 }));
const clock = (...times: string[]): TrendPoint[] =>
  times.map((time) => ({ at: `2026-11-19T${time}:00+08:00`, value: 70 }));
const sizes = (runs: readonly unknown[][]) => runs.map(({ length }) => length);

test('a missing point is a gap', () => {
  const points = days('2026-10-31', '2026-11-01', '2026-11-04', '2026-11-05');
  expect(sizes(runsOf({ points }, 'day'))).toEqual([2, 2]);
  expect(sizes(runsOf({ points }, 'raw'))).toEqual([4]);
  expect(sizes(runsOf({ points, every: day }, 'raw'))).toEqual([2, 2]);
});

test('a point without a valid value, and one that counts nowhere, is a gap', () => {
  const [first, second, third, last] = days('2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04');
  const empty = { ...second, value: null } as TrendPoint;
  const struck = { ...third, value: 300, struck: '数据异常' } as TrendPoint;
  expect(sizes(runsOf({ points: [first, empty, last] as TrendPoint[] }, 'raw'))).toEqual([1, 1]);
  expect(sizes(runsOf({ points: [first, struck, last] as TrendPoint[] }, 'raw'))).toEqual([1, 1]);
  expect(placedOf({ points: [first, struck, last] as TrendPoint[] }, 'raw').map(({ value }) => value)).toEqual([
    120, 120,
  ]);
});

test('a real 0 is a value', () => {
  const points: TrendPoint[] = [{ at: '2026-11-01T00:00:00Z', value: 0 }];
  expect(placedOf({ points }, 'day')).toHaveLength(1);
});

test('a day of 25 hours is no gap', () => {
  const points = [
    '2026-10-31T00:00-04:00',
    '2026-11-01T00:00-04:00',
    '2026-11-02T00:00-05:00',
    '2026-11-03T00:00-05:00',
  ];
  expect(runsOf({ points: points.map((at) => ({ at, value: 1 })) }, 'day')).toHaveLength(1);
});

test('a gap lasts from when a value was due to the next one', () => {
  const points = clock('13:00', '13:05', '15:00', '15:05');
  const [gap] = gapsOf({ points, every: 300_000 }, 'raw');
  expect(gap && [new Date(gap.from).toISOString(), new Date(gap.to).toISOString()]).toEqual([
    '2026-11-19T05:10:00.000Z',
    '2026-11-19T07:00:00.000Z',
  ]);
});

const notes: [string, TrendPoint[], Step, string][] = [
  ['two days', days('2026-11-01', '2026-11-04'), 'day', '11-02、11-03 无数据，按缺口显示'],
  ['one day', days('2026-11-01', '2026-11-03'), 'day', '11-02 无数据，按缺口显示'],
  ['a week', days('2026-11-01', '2026-11-09'), 'day', '11-02 至 11-08 无数据，按缺口显示'],
  ['hours', clock('12:00', '15:00'), 'hour', '11-19 13:00–15:00 无数据，按缺口显示'],
  ['nothing', clock('12:00', '13:00'), 'hour', ''],
  [
    'many',
    days('2026-11-01', '2026-11-03', '2026-11-05', '2026-11-07', '2026-11-09'),
    'day',
    '11-02、11-04、11-06等 4 处 无数据，按缺口显示',
  ],
];

test.each(notes)('a note names a gap of %s', (_, points, step, text) => {
  expect(gapText({ series: [{ name: '收缩压', points }] }, step, zone)).toBe(text);
});

test('a note names only what all series of a panel lack', () => {
  const full = { name: '舒张压', points: days('2026-11-01', '2026-11-02', '2026-11-03') };
  const holed = { name: '收缩压', points: days('2026-11-01', '2026-11-03') };
  expect(gapText({ series: [holed, full] }, 'day', zone)).toBe('');
  expect(gapText({ series: [holed, holed] }, 'day', zone)).toContain('11-02');
});

test('a note names a day once, and never the only day of the chart', () => {
  const series = [{ name: '心率', points: clock('08:00', '10:00', '11:00', '14:00'), every: 3_600_000 }];
  expect(gapText({ series }, 'raw', zone)).toBe('11-19 09:00–10:00、12:00–14:00 无数据，按缺口显示');
  expect(gapText({ series }, 'raw', zone, '2026-11-19')).toBe('09:00–10:00、12:00–14:00 无数据，按缺口显示');
});
