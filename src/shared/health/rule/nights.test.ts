import { expect, test } from 'vitest';
import type { RuleOfKind } from './definition.ts';
import { robustZ, spreadOf, theilSen } from './medians.ts';
import { type DayState, judgeBaseline, judgeTrend } from './nights.ts';

const nights = [58, 60, 59, 61, 62, 60, 59, 61, 60, 58, 62, 60, 59, 61];
const days = (values: readonly number[]) => values.map((value, index) => ({ day: 20_000 + index, value }));
const common = { id: '1', level: null, hours: null, cooldownMinutes: 30, version: 1 };
const baseline: RuleOfKind<'baseline'> = {
  ...common,
  ...{ kind: 'baseline', metric: 'heart_rate', definition: { nights: 14, watch: 3, warn: 4.5 } },
};

test('robust z of clinical.md 3.5: median 60, MAD 1, 6.745 without floor and 4.497 with 1.5', () => {
  const spread = spreadOf(nights);
  expect(spread).toEqual({ median: 60, mad: 1 });
  expect(robustZ(70, spread, 0)).toBeCloseTo(6.745, 3);
  expect(robustZ(70, spread, 1.5)).toBeCloseTo(4.497, 3);
});

test('Theil–Sen of clinical.md 3.5: −0.32 kg per day', () => {
  expect(theilSen(days([62, 61.8, 61.9, 61.2, 60.9, 60.4, 60.1]))).toBeCloseTo(-0.32, 6);
});

/** Judges each night after the fourteenth; returns whether it fires. */
function play(later: readonly number[]) {
  let state: DayState | null = null;
  return later.map((_value, index) => {
    const result = judgeBaseline(baseline, state, days([...nights, ...later.slice(0, index + 1)]));
    state = result.state;
    return result.firing?.level ?? null;
  });
}

test('a baseline is frozen while its warning is open: it does not learn the illness', () => {
  expect(play(Array.from({ length: 20 }, () => 68))).toEqual(Array.from({ length: 20 }, () => 3));
  expect(play([80, 82, 84, 80, 61, 60])).toEqual([2, 2, 2, 2, null, null]);
});

test('a baseline needs seven nights', () => {
  expect(judgeBaseline(baseline, null, days([...nights.slice(0, 6), 80])).firing).toBeNull();
  expect(judgeBaseline(baseline, null, days([...nights.slice(0, 7), 80])).firing?.level).toBe(2);
});

const line = (from: number, to: number) =>
  days(Array.from({ length: 31 }, (_, day) => from + ((to - from) * day) / 30));
const weight: RuleOfKind<'trend'> = {
  ...common,
  ...{ kind: 'trend', metric: 'weight', definition: { days: 30, percent: -5 }, level: 2 },
};

test('weight 62.0 to 58.8 kg in 30 days is −5.16 % and fires, to 59.0 kg −4.84 % does not', () => {
  const { firing } = judgeTrend(weight, null, line(62, 58.8));
  expect([firing?.level, firing?.said.percent?.toFixed(2)]).toEqual([2, '-5.16']);
  expect(judgeTrend(weight, null, line(62, 59)).firing).toBeNull();
});

test('a trend needs values on 60 % of its days', () => {
  expect(
    judgeTrend(
      weight,
      null,
      line(62, 58).filter((_, index) => index % 2 === 0),
    ).firing,
  ).toBeNull();
});
