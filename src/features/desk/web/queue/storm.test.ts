import { expect, test } from 'vitest';
import { emptyRows, mergeRow, nextWarn, openRows, shownOf, units, warnRow } from '#features/warn/web/service.ts';
import { inWarnOrder } from '#shared/warnOrder.ts';
import { queueGroups } from './queueGroups.ts';

const at = (id: string, area: string | null, second: number, extra = {}) =>
  warnRow({
    id,
    area,
    type: 'power_off',
    level: 3,
    receivedAt: new Date(Date.parse('2026-11-20T01:00:00.000Z') + second * 1000).toISOString(),
    ...extra,
  });
const ids = (rows: ReturnType<typeof at>[]) => units(rows).map((unit) => unit.map(({ id }) => id).join(' '));
const sos = { type: 'sos', level: 1 } as const;

test('alarms of one place, kind and minute are one unit, which stands where its most urgent alarm stands', () => {
  const rows = [
    at('1', '石桥街道 梧桐苑', 0),
    at('2', '望湖街道 柳岸新村', 1),
    at('3', '石桥街道 梧桐苑', 20),
    at('4', '石桥街道 梧桐苑', 60),
    at('5', '石桥街道 梧桐苑', 61),
    at('6', '石桥街道 梧桐苑', 2, { type: 'tamper' }),
    at('7', '石桥街道 梧桐苑', 3, { escalation: 1 }),
  ];
  expect(ids(rows)).toEqual(['1 3 4', '2', '5', '6', '7']);
});

test('two of a place are no storm, and alarms without a place never are', () => {
  expect(
    ids([at('1', '梧桐苑', 0), at('2', '梧桐苑', 1), at('3', null, 0), at('4', null, 0), at('5', null, 0)]),
  ).toEqual(['1', '2', '3', '4', '5']);
});

test('a storm of level 1 changes nobody’s place and folds nobody away', () => {
  const rows = [
    at('1', '梧桐苑', 0, sos),
    at('2', '梧桐苑', 1, sos),
    at('3', '柳岸新村', 2, sos),
    ...Array.from({ length: 12 }, (_, index) => at(`${index + 4}`, '梧桐苑', index + 3, sos)),
  ];
  expect(units(rows).flat()).toEqual(rows);
  expect(ids(rows)).toEqual(['1', '2', '3', '4 5 6 7 8 9 10 11 12 13 14 15']);
  expect(shownOf(units(rows))).toEqual([1, 1, 1, 12]);
});

test('of other storms so many are shown that eight alarms are in view, and of each the most urgent at least', () => {
  const storm = (area: string, count: number) =>
    Array.from({ length: count }, (_, index) => at(`${area}${index}`, area, index));
  expect(shownOf(units(storm('a', 30)))).toEqual([8]);
  expect(shownOf(units([...storm('a', 5), at('x', 'c', 0), ...storm('b', 30)]))).toEqual([5, 1, 2]);
  expect(shownOf(units(Array.from({ length: 12 }, (_, index) => storm(`p${index}`, 3)).flat()))).toEqual(
    Array(12).fill(1),
  );
});

test('banner, F2 and queue go by the order that is shown: whoever was given an alarm of it', () => {
  const waiting = [
    at('1', '梧桐苑', 0, { offeredTo: '9' }),
    at('2', '柳岸新村', 1),
    at('3', '梧桐苑', 2),
    at('4', '梧桐苑', 3),
    at('5', '柳岸新村', 4, sos),
  ];
  const rows = emptyRows();
  for (const row of [...waiting].sort(inWarnOrder)) mergeRow(rows, row);
  const open = openRows(rows);
  expect(open.map(({ id }) => id)).toEqual(['5', '1', '3', '4', '2']);
  expect(queueGroups(open, '7').waiting).toEqual(open);
  expect(nextWarn(open.slice(1), '7')?.id).toBe('1');
});
