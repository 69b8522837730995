import { expect, test } from 'vitest';
import { warnRow } from '#features/warn/web/service.ts';
import type { SeatState } from '#shared/codes.ts';
import { assignableSeats, isForsaken, seatBoardOf, seatLabel, seatTotals, sinceOf } from './seatBoard.ts';
import type { Seat } from './seatStore.ts';

const seat = (userId: string, state: SeatState): Seat => ({
  ...{ userId, userName: `坐席${userId}`, extension: null, state, since: '2026-11-20T01:00:00.000Z', until: null },
  ...{ onDuty: state !== 'away', online: state !== 'away', warnIds: [] },
});
const held = (id: string, handlerId: string) =>
  warnRow({ id, status: 'handling', handlerId, claimedAt: '2026-11-20T01:30:00.000Z' });

const seats = [seat('1', 'break'), seat('2', 'idle'), seat('3', 'idle'), seat('4', 'away'), seat('5', 'away')];
const open = [warnRow({ id: '10' }), held('11', '3'), held('12', '5')];
const { present, away } = seatBoardOf(seats, open, [{ userId: '2', taken: 4, calls: 9, falseCount: 1 }]);

test('who left with a case stands first, then who is at work, who is idle, and the others; who is gone stands below', () => {
  expect(present.map(({ id }) => id)).toEqual(['5', '3', '2', '1']);
  expect(away.map(({ id }) => id)).toEqual(['4']);
  expect(present.map(seatLabel)).toEqual(['离开，案件在手', '处理中 1', '空闲', '小休']);
  expect(present.map(isForsaken)).toEqual([true, false, false, false]);
  expect(seatTotals(present)).toEqual([
    ['在席', 3],
    ['处理中', 2],
    ['空闲', 1],
  ]);
});

test('who is at work is so since the case was taken, and who did nothing today has naughts', () => {
  expect(present.map(sinceOf)[1]).toBe('2026-11-20T01:30:00.000Z');
  expect(present.map(sinceOf)[2]).toBe('2026-11-20T01:00:00.000Z');
  expect(present.map(({ figures }) => figures?.taken)).toEqual([0, 0, 4, 0]);
  expect(seatBoardOf(seats, open, undefined).present[0]?.figures).toBeUndefined();
});

test('a leader at work on a case without a seat has not left it, and is given no other', () => {
  const leader = { ...seat('6', 'away'), online: true };
  const board = seatBoardOf([leader, seat('2', 'idle')], [held('13', '6')], []).present;
  expect(board.map(seatLabel)).toEqual(['处理中 1', '空闲']);
  expect(board.map(sinceOf)[0]).toBe('2026-11-20T01:30:00.000Z');
  expect(assignableSeats(board, '9').map(({ id }) => id)).toEqual(['2']);
});

test('an alarm is given to people at their seats but oneself, the idle first', () => {
  expect(assignableSeats(present, '9').map(({ id }) => id)).toEqual(['2', '1', '3']);
  expect(assignableSeats(present, '2').map(({ id }) => id)).toEqual(['1', '3']);
});
