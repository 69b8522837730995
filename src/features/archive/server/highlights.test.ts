import { expect, test } from 'vitest';
import type { OutOfBand } from '#features/reading/server/service.ts';
import { highlightsOf } from './highlights.ts';

const pressure: OutOfBand = {
  ...{ kind: 'systolic', side: 'high', day: '2026-11-17', n: 1, level: 3, value: 145 },
  ...{ at: '2026-11-17T23:10:00.000Z', local: '2026-11-17 07:10', diastolic: 80, limit: 140 },
};
const shown = (outOfBand: OutOfBand[], rest: object = {}) =>
  highlightsOf({ customerId: '7', outOfBand, silences: [], medicines: [], ...rest }).map(({ level, text }) => [
    level,
    text,
  ]);

test('a sign out of its band on several days is one sentence with its count and the utmost value', () => {
  const worst: OutOfBand = {
    ...pressure,
    day: '2026-11-18',
    n: 3,
    level: 2,
    value: 168,
    diastolic: 94,
    local: '2026-11-18 07:05',
  };
  expect(highlightsOf({ customerId: '7', outOfBand: [pressure, worst], silences: [], medicines: [] })).toEqual([
    {
      level: 2,
      text: '收缩压 4 次高于 139，最高 168/94（11-18 07:05），提示偏高，建议复测',
      url: '/healthy/archives/7?section=trend&kind=systolic',
    },
  ]);
});

test('a sign slightly out of its band once is not told', () => {
  expect(shown([pressure])).toEqual([]);
  expect(shown([{ ...pressure, level: 1 }])).toHaveLength(1);
});

test('of both pressures the worse one is told', () => {
  const diastolic: OutOfBand = {
    ...pressure,
    kind: 'diastolic',
    n: 2,
    value: 112,
    level: 1,
    limit: 90,
    diastolic: null,
  };
  expect(shown([{ ...pressure, n: 2 }, diastolic])).toEqual([
    [1, '舒张压 2 次高于 89，最高 112（11-17 07:10），提示偏高，建议复测'],
  ]);
  expect(
    shown([
      { ...pressure, n: 2 },
      { ...diastolic, level: 3 },
    ]),
  ).toMatchObject([[3, expect.stringMatching(/^收缩压/)]]);
});

test('means count hours, glucose has half-open limits, different limits are not named', () => {
  const heart: OutOfBand = { ...pressure, kind: 'heart_rate', n: 5, value: 128, limit: 96, diastolic: null };
  const glucose: OutOfBand = { ...pressure, kind: 'glucose', n: 2, value: 12.13, limit: 6.1, diastolic: null };
  expect(shown([heart])).toEqual([[3, '心率有 5 小时高于 95，最高 128（11-17 07:10），提示偏高']]);
  expect(shown([glucose])).toEqual([[3, '血糖 2 次达到 6.1，最高 12.1（11-17 07:10），提示偏高']]);
  expect(shown([{ ...glucose, limit: null }])).toEqual([[3, '血糖 2 次偏高，最高 12.1（11-17 07:10）']]);
});

test('the three worst are told: values, then medicines that run out, then silence', () => {
  const medicines = [
    { name: '氨氯地平', daysLeft: 6 },
    { name: '阿司匹林', daysLeft: 5 },
    { name: '二甲双胍', daysLeft: 0 },
    { name: '钙片', daysLeft: null },
  ];
  const silences = [
    { kind: 'systolic', days: 6, habit: 1 },
    { kind: 'heart_rate', days: 6, habit: 1.2 },
  ];
  expect(shown([{ ...pressure, n: 2 }], { medicines, silences })).toMatchObject([
    [3, expect.stringMatching(/^收缩压 2 次/)],
    [4, '二甲双胍按用量已不够一天'],
    [4, '阿司匹林按用量还剩 5 天'],
  ]);
  expect(shown([], { silences })).toEqual([[4, '血压、心率 6 天没有测量，平时每天都有，建议补测']]);
});
