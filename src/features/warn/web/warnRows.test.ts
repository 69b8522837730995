import fc from 'fast-check';
import { expect, test } from 'vitest';
import { warnRow } from './testRow.ts';
import { emptyRows, mergeFetch, mergeRow, openRows } from './warnRows.ts';

const ids = (rows: ReturnType<typeof emptyRows>) => openRows(rows).map((row) => row.id);

test('an older version never takes the place of a newer one', () => {
  const rows = emptyRows();
  mergeRow(rows, warnRow({ id: '1', version: 3, status: 'handling' }));
  expect(mergeRow(rows, warnRow({ id: '1', version: 2, status: 'pending' }))).toBe(false);
  expect(openRows(rows)[0]?.status).toBe('handling');
});

test('of two rows of one version the later one stands, and the same again is no change', () => {
  const rows = emptyRows();
  mergeRow(rows, warnRow({ id: '1', version: 2 }));
  expect(mergeRow(rows, warnRow({ id: '1', version: 2, progress: '出发' }))).toBe(true);
  expect(openRows(rows)[0]?.progress).toBe('出发');
  expect(mergeRow(rows, warnRow({ id: '1', version: 2, progress: '出发' }))).toBe(false);
});

test('a finished alarm is not reopened by a message that comes late', () => {
  const rows = emptyRows();
  mergeRow(rows, warnRow({ id: '1', version: 5, status: 'done' }));
  mergeRow(rows, warnRow({ id: '1', version: 4 }));
  expect(ids(rows)).toEqual([]);
});

test('what a complete fetch no longer holds leaves the queue', () => {
  const rows = emptyRows();
  mergeRow(rows, warnRow({ id: '1' }));
  mergeFetch(rows, [warnRow({ id: '2' })], rows.changes, true);
  expect(ids(rows)).toEqual(['2']);
});

test('an alarm that came while the fetch was under way stays', () => {
  const rows = emptyRows();
  const begun = rows.changes;
  mergeRow(rows, warnRow({ id: '1' }));
  mergeFetch(rows, [], begun, true);
  expect(ids(rows)).toEqual(['1']);
});

test('a fetch that was cut at its bound takes nothing away', () => {
  const rows = emptyRows();
  mergeRow(rows, warnRow({ id: '1' }));
  mergeFetch(rows, [warnRow({ id: '2' })], rows.changes, false);
  expect(ids(rows).toSorted()).toEqual(['1', '2']);
});

test('waiting alarms stand before those being handled, urgent and escalated first, then the longest waiting', () => {
  const rows = emptyRows();
  for (const row of [
    warnRow({ id: '1', level: 2 }),
    warnRow({ id: '2', level: 1, receivedAt: '2026-11-20T01:41:30.000Z' }),
    warnRow({ id: '3', level: 1, receivedAt: '2026-11-20T01:41:00.000Z' }),
    warnRow({ id: '4', level: 1, escalation: 1, receivedAt: '2026-11-20T01:42:00.000Z' }),
    warnRow({ id: '5', level: 1, status: 'handling', escalation: 3 }),
  ]) {
    mergeRow(rows, row);
  }
  expect(ids(rows)).toEqual(['4', '3', '2', '1', '5']);
});

test('work of device or health staff is not in the queue, a health warn of level 1 is', () => {
  const rows = emptyRows();
  mergeRow(rows, warnRow({ id: '1', family: 'device', type: 'low_batt', level: 4 }));
  mergeRow(rows, warnRow({ id: '2', type: 'unknown', level: 2 }));
  mergeRow(rows, warnRow({ id: '3', family: 'health', type: 'health', level: 2 }));
  mergeRow(rows, warnRow({ id: '4', family: 'sos', type: 'health', level: 1 }));
  expect(ids(rows)).toEqual(['4', '2']);
});

test('in whatever order the versions of a row arrive, and however often, the newest stands', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 }), fc.array(fc.nat(4)), (order, again) => {
      const rows = emptyRows();
      for (const version of [...order, ...again.map((index) => order[index % order.length] ?? 1)]) {
        mergeRow(rows, warnRow({ id: '1', version, repeatCount: version }));
      }
      expect(openRows(rows)[0]?.repeatCount).toBe(Math.max(...order));
    }),
  );
});
