import { expect, test } from 'vitest';
import { dayValues } from './daily.ts';
import type { SeriesAnswer } from './panel.ts';
import { signOf } from './signs.ts';

const zone = 'Asia/Shanghai';
const raw = (...values: [at: string, value: number, level?: 2 | 3][]): SeriesAnswer => ({
  step: 'raw',
  points: [],
  values: values.map(([at, value, level = null as never]) => ({ at, value, level, meal: null, sourceId: '1' })),
  band: null,
});
const sign = (kind: string) => signOf(kind) as NonNullable<ReturnType<typeof signOf>>;

test('both pressures of one instant are one value with the worse level, on the day of the zone', () => {
  const systolic = raw(['2026-11-17T23:10:00.000Z', 168, 2], ['2026-11-18T01:00:00.000Z', 130]);
  const diastolic = raw(['2026-11-17T23:10:00.000Z', 94, 3]);
  expect([...dayValues(sign('systolic'), [systolic, diastolic], zone)]).toEqual([
    [
      '2026-11-18',
      [
        { text: '07:10 168/94', level: 2 },
        { text: '09:00 130/—', level: null },
      ],
    ],
  ]);
});

test('a mean has its lowest and highest, a time is in hours', () => {
  const day = (avg: number): SeriesAnswer => ({
    ...{ step: 'day', values: [], band: null },
    points: [{ at: '2026-11-17T16:00:00.000Z', min: 56, avg, max: 96, n: 9 }],
  });
  expect(dayValues(sign('heart_rate'), [day(71.4)], zone).get('2026-11-18')?.[0]?.text).toBe('71（56–96）');
  expect(dayValues(sign('in_bed'), [day(510)], zone).get('2026-11-18')?.[0]?.text).toBe('8.5');
});
