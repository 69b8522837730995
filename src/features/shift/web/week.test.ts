import { expect, test } from 'vitest';
import { dayAfter, hoursOf, linesOf, spanOf, weekAround } from './week.ts';

test('a week runs from Monday to Sunday, over months and years', () => {
  expect(weekAround('2026-11-23')).toEqual(['23', '24', '25', '26', '27', '28', '29'].map((d) => `2026-11-${d}`));
  expect(weekAround('2027-01-03').at(0)).toBe('2026-12-28');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
});

test('a turn takes the hours of its template, another one those of the clock, the end on the next day where it is earlier', () => {
  expect(spanOf('2026-11-23', 'middle', '', '')).toEqual({
    from: '2026-11-23T08:00:00.000Z',
    until: '2026-11-23T16:00:00.000Z',
  });
  const night = spanOf('2026-11-23', 'other', '22:00', '06:00');
  expect(night).toEqual({ from: '2026-11-23T14:00:00.000Z', until: '2026-11-23T22:00:00.000Z' });
  expect([hoursOf(night), hoursOf(spanOf('2026-11-23', 'middle', '', ''))]).toEqual(['22:00–次日06:00', '16:00–24:00']);
});

test('each person has one line with the turns of each day, those without a turn last, also who may not be put on any more', () => {
  const span = spanOf('2026-11-23', 'early', '', '');
  const turn = {
    id: '1',
    userId: '7',
    userName: '王磊',
    departmentId: '1',
    departmentName: '值班',
    seat: null,
    version: 1,
  };
  const people = [{ userId: '5', userName: '陈静', departmentName: '值班' }];
  const lines = linesOf(people, [{ ...turn, ...span, shift: 'early' }]);
  expect(lines.map(({ userName, turns }) => [userName, [...turns.keys()]])).toEqual([
    ['王磊', ['2026-11-23']],
    ['陈静', []],
  ]);
});
