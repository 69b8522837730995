import { expect, test } from 'vitest';
import { nextWarn } from './nextWarn.ts';
import { warnRow } from './testRow.ts';
import { emptyRows, mergeRow, openRows } from './warnRows.ts';

const row = (id: string, offeredTo: string | null, extra = {}) => warnRow({ id, offeredTo, ...extra });
/** Returns the rows that banner and queue show to the user. */
function shown(waiting: ReturnType<typeof row>[], userId: string) {
  const rows = emptyRows();
  for (const each of waiting) mergeRow(rows, each);
  return openRows(rows, userId);
}

test('F2 takes the alarm that banner and queue begin with: one’s own offer, else the first; an offer to a colleague keeps its place', () => {
  const waiting = [
    row('1', '8'),
    row('2', null),
    row('3', '7', { level: 2 }),
    row('4', null),
    row('5', '7', { level: 3 }),
  ];
  for (const [userId, first] of [
    ['7', '3'],
    ['8', '1'],
    ['9', '1'],
  ] as const) {
    expect(nextWarn(waiting, userId)?.id).toBe(first);
    expect(shown(waiting, userId)[0]?.id).toBe(first);
  }
  expect(nextWarn([], '7')).toBeUndefined();
});

test('nobody is passed over for a younger alarm of the same level: neither beside a storm, nor after a lost race, nor for a silent one', () => {
  const receivedAt = (second: number) => `2026-11-20T01:41:${10 + second}.000Z`;
  const storm = [1, 3, 4, 5, 6].map((index) => row(`${index}`, null, { level: 2, receivedAt: receivedAt(index) }));
  const waiting = [...storm, row('2', null, { level: 2, area: '柳岸新村', receivedAt: receivedAt(2) })];
  expect(shown(waiting, '7').map(({ id }) => id)).toEqual(['1', '3', '4', '5', '6', '2']);
  const lost = new Set<string>();
  for (const id of ['1', '2', '3', '4']) {
    const next = nextWarn(
      shown(waiting, '7').filter((each) => !lost.has(each.id)),
      '7',
    );
    expect(next?.id).toBe(id);
    lost.add(id);
  }
  const late = row('9', null, { silent: true, late: true, receivedAt: receivedAt(0) });
  expect([nextWarn([late, ...waiting], '7')?.id, nextWarn([late], '7')?.id]).toEqual(['1', '9']);
  expect(shown([late, ...waiting], '7').at(-1)?.id).toBe('9');
  expect(nextWarn([row('1', null, { test: true, silent: true })], '7')).toBeUndefined();
});

test('an offer from a storm comes first alone: the others of its place stay behind more urgent alarms', () => {
  const storm = ['1', '2', '3', '4'].map((id) => row(id, id === '2' ? '7' : null, { level: 3 }));
  expect(shown([...storm, row('5', null)], '7').map(({ id }) => id)).toEqual(['2', '5', '1', '3', '4']);
});
