import { expect, test } from 'vitest';
import { dayAfter } from '#shared/rule/calendar.ts';
import { clockText, hoursOf, lacking, linesOf, partOfDay, spanOf, weekAround } from './week.ts';

test('a week runs from Monday to Sunday, over months and years', () => {
  const week = ['23', '24', '25', '26', '27', '28', '29'].map((d) => `2026-11-${d}`);
  expect(weekAround('2026-11-23', '2026-01-01')).toEqual(week);
  expect(weekAround('2027-01-03', '2026-01-01').at(0)).toBe('2026-12-28');
  for (const nonsense of [null, '', 'abc', '2026-99-99', '2026-02-30'])
    expect(weekAround(nonsense, '2026-11-25')).toEqual(week);
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
});

test('a turn goes from clock to clock, to the next day where its end is not later than its beginning', () => {
  const late = spanOf('2026-11-23', '16:00', '00:00');
  expect(late).toEqual({ from: '2026-11-23T08:00:00.000Z', until: '2026-11-23T16:00:00.000Z' });
  const night = spanOf('2026-11-23', '22:00', '06:00');
  expect(night).toEqual({ from: '2026-11-23T14:00:00.000Z', until: '2026-11-23T22:00:00.000Z' });
  expect([hoursOf(night), hoursOf(late)]).toEqual(['22:00–次日06:00', '16:00–24:00']);
  const labels = [
    ['22:00', '06:00'],
    ['16:00', '00:00'],
    ['09:00', '09:00'],
  ].map(([from = '', until = '']) => clockText({ from, until }));
  expect(labels).toEqual(['22:00–次日06:00', '16:00–24:00', '09:00–次日09:00']);
  const parts = ['05:00', '12:00', '18:00', '00:00'].map((begin) => partOfDay(spanOf('2026-11-23', begin, '23:00')));
  expect(parts).toEqual(['early', 'middle', 'night', 'night']);
});

test('a day says which patterns have fewer people than they take, by the day on which turns begin', () => {
  const kept = { ...{ projectId: null, projectName: null, from: '22:00', until: '06:00' }, ahead: 0, editable: true };
  const patterns = [
    { ...kept, id: '1', name: '夜班', minStaff: 2, version: 1 },
    { ...kept, id: '2', name: '早班', minStaff: 0, version: 1 },
  ];
  const of = {
    ...{ userId: '7', userName: '王磊', departmentId: '1', departmentName: '值班' },
    seat: null,
    version: 1,
  };
  const turns = [{ ...of, id: '9', patternId: '1', shift: '夜班', ...spanOf('2026-11-23', '22:00', '06:00') }];
  const lacks = (day: string) => lacking(day, patterns, turns).map(({ pattern, lack }) => [pattern.name, lack]);
  expect([lacks('2026-11-23'), lacks('2026-11-24')]).toEqual([[['夜班', 1]], [['夜班', 2]]]);
});

test('each person has one line with the turns of each day, those without a turn last, also who may not be put on any more', () => {
  const span = spanOf('2026-11-23', '08:00', '16:00');
  const turn = {
    id: '1',
    userId: '7',
    userName: '王磊',
    departmentId: '1',
    departmentName: '值班',
    patternId: null,
    seat: null,
    version: 1,
  };
  const users = [{ userId: '5', userName: '陈静', departmentName: '值班' }];
  const lines = linesOf(users, [{ ...turn, ...span, shift: '早班' }]);
  expect(lines.map(({ userName, turns }) => [userName, [...turns.keys()]])).toEqual([
    ['王磊', ['2026-11-23']],
    ['陈静', []],
  ]);
});
