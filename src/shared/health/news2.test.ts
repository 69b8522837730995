import { expect, test } from 'vitest';
import { news2, news2Parts, rounded } from './news2.ts';

const acvpu = { A: 0, C: 1, V: 2, P: 3, U: 4 } as const;
const of = (
  rr: number,
  spo2: number,
  scale: 1 | 2,
  o2: 0 | 1,
  sbp: number,
  hr: number,
  c: keyof typeof acvpu,
  t: number,
) =>
  news2(
    { breath_rate: rr, spo2, oxygen: o2, systolic: sbp, heart_rate: hr, consciousness: acvpu[c], temperature: t },
    `${scale}`,
  );

test.each([
  [of(16, 97, 1, 0, 120, 70, 'A', 36.8), [0, 0, 0, 0, 0, 0, 0], 0, 'low'],
  [of(8, 96, 1, 0, 120, 70, 'A', 37), [3, 0, 0, 0, 0, 0, 0], 3, 'low_medium'],
  [of(16, 97, 1, 0, 120, 70, 'C', 36.8), [0, 0, 0, 0, 0, 3, 0], 3, 'low_medium'],
  [of(11, 96, 1, 0, 110, 50, 'A', 36), [1, 0, 0, 1, 1, 0, 1], 4, 'low'],
  [of(9, 95, 1, 0, 101, 41, 'A', 35.1), [1, 1, 0, 1, 1, 0, 1], 5, 'medium'],
  [of(22, 93, 1, 0, 105, 95, 'A', 38.2), [2, 2, 0, 1, 1, 0, 1], 7, 'high'],
  [of(24, 94, 1, 1, 108, 112, 'A', 38.4), [2, 1, 2, 1, 2, 0, 1], 9, 'high'],
  [of(21, 95, 1, 0, 220, 91, 'C', 38.1), [2, 1, 0, 3, 1, 3, 1], 11, 'high'],
  [of(25, 91, 1, 1, 90, 131, 'U', 35), [3, 3, 2, 3, 3, 3, 3], 20, 'high'],
  [of(18, 90, 2, 0, 130, 80, 'A', 36.9), [0, 0, 0, 0, 0, 0, 0], 0, 'low'],
  [of(18, 90, 1, 0, 130, 80, 'A', 36.9), [0, 3, 0, 0, 0, 0, 0], 3, 'low_medium'],
  [of(18, 97, 2, 0, 130, 80, 'A', 36.9), [0, 0, 0, 0, 0, 0, 0], 0, 'low'],
  [of(18, 97, 2, 1, 130, 80, 'A', 36.9), [0, 3, 2, 0, 0, 0, 0], 5, 'medium'],
  [of(18, 93, 2, 1, 130, 80, 'A', 36.9), [0, 1, 2, 0, 0, 0, 0], 3, 'low'],
  [of(20, 96, 1, 0, 219, 90, 'A', 38), [0, 0, 0, 0, 0, 0, 0], 0, 'low'],
  [of(12, 96, 1, 0, 111, 51, 'A', 36.1), [0, 0, 0, 0, 0, 0, 0], 0, 'low'],
  [of(25, 83, 2, 1, 90, 131, 'P', 39.1), [3, 3, 2, 3, 3, 3, 2], 19, 'high'],
])('vector %# of clinical.md 3.1', (score, points, total, risk) => {
  expect(news2Parts.map((part) => score.points[part])).toEqual(points);
  expect([score.total, score.risk]).toEqual([total, risk]);
});

test('values are rounded half up before they are banded', () => {
  expect([38.04, 38.05, 35.04, 35.05].map((value) => rounded('temperature', value))).toEqual([38, 38.1, 35, 35.1]);
  expect([90.4, 90.5, 91].map((value) => rounded('systolic', value))).toEqual([90, 91, 91]);
});

test.each(news2Parts)('without %s there is no total and no risk', (part) => {
  const values = {
    breath_rate: 16,
    spo2: 97,
    oxygen: 0,
    systolic: 120,
    heart_rate: 70,
    consciousness: 1,
    temperature: 36.8,
  };
  const { [part]: _gone, ...rest } = values;
  const score = news2(rest, '1');
  expect([score.total, score.risk, score.missing]).toEqual([null, null, [part]]);
  expect(score.atLeast).toBe(part === 'consciousness' ? 0 : 3);
});

test('a saturation above 92 on scale 2 is not judged without knowing of oxygen', () => {
  expect(news2({ spo2: 97 }, '2').points.spo2).toBeUndefined();
  expect(news2({ spo2: 84 }, '2').points.spo2).toBe(2);
});
