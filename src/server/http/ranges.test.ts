import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeProblems } from './ranges.ts';

test('a range that ends before it begins is named at its end, in words', () => {
  const late = '2026-11-20T00:00:00.000Z';
  const early = '2026-11-19T00:00:00.000Z';
  expect(
    rangeProblems({ createdFrom: late, createdTo: early, from: '2026-11-20', to: '2026-11-19' }, 'filters.'),
  ).toEqual([
    { field: 'filters.createdTo', rule: 'order', msg: '结束时间须晚于开始时间' },
    { field: 'filters.to', rule: 'order', msg: '结束时间须晚于开始时间' },
  ]);
  expect(rangeProblems({ ageFrom: 80, ageTo: 60 })).toEqual([
    { field: 'ageTo', rule: 'order', msg: '上限不能小于下限' },
  ]);
});

test('a range that ends when it begins, one that is open and anything else are left alone', () => {
  expect(
    rangeProblems({ from: '2026-11-20', to: '2026-11-20', createdFrom: '2026-11-20', sort: [], keyword: 'To' }),
  ).toEqual([]);
  expect(rangeProblems(undefined)).toEqual([]);
});

test('of two instants exactly one order is refused', () => {
  const instant = fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString());
  fc.assert(
    fc.property(instant, instant, (from, to) => {
      expect(rangeProblems({ from, to }).length + rangeProblems({ from: to, to: from }).length).toBe(
        from === to ? 0 : 1,
      );
    }),
  );
});
