import type { warnApi } from '#features/warn/contract.ts';
import { type SeatState, seatStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { WarnRow } from '../desk/types.ts';
import type { Seat } from '../seatStore.ts';

type Figures = OutputOf<typeof warnApi.getSeatFigures>[number];

/** One seat of the wall. */
export interface BoardSeat {
  /** Of the person. */
  id: string;
  seat: Seat;
  /** What they have in hand, the most urgent first. */
  warns: WarnRow[];
  /** Today's; undefined until they are known. */
  figures: Omit<Figures, 'userId'> | undefined;
}

const none = { taken: 0, calls: 0, falseCount: 0 };
const order: readonly SeatState[] = ['idle', 'wrap_up', 'busy', 'break', 'away'];

/** Left with a case in hand: nobody is at work on it. A leader may be at one without a seat. */
export function isForsaken({ seat, warns }: BoardSeat): boolean {
  return !seat.onDuty && !seat.online && warns.length > 0;
}

/** Cases that nobody sits at first, then those at work, who is idle, and the others. */
function rank(tile: BoardSeat): number {
  if (tile.warns.length > 0) return isForsaken(tile) ? 0 : 1;
  return 2 + order.indexOf(tile.seat.state);
}

/**
 * The seats as they stand on the wall, and the people who are not there.
 * @param open the open alarms in scope, in the order of the queue
 * @param figures today's; undefined while they are not known
 */
export function seatBoardOf(
  seats: readonly Seat[],
  open: readonly WarnRow[],
  figures: readonly Figures[] | undefined,
): { present: BoardSeat[]; away: BoardSeat[] } {
  const handling = open.filter((row) => row.status === 'handling');
  const did = new Map(figures?.map((each) => [each.userId, each]));
  const all = seats.map((seat) => ({
    id: seat.userId,
    seat,
    warns: handling.filter((row) => row.handlerId === seat.userId),
    figures: figures && (did.get(seat.userId) ?? none),
  }));
  const isPresent = (tile: BoardSeat) => tile.seat.onDuty || tile.warns.length > 0;
  return {
    present: all
      .filter(isPresent)
      .sort((a, b) => rank(a) - rank(b) || a.seat.userName.localeCompare(b.seat.userName, 'zh-CN')),
    away: all.filter((tile) => !isPresent(tile)).sort((a, b) => b.seat.since.localeCompare(a.seat.since)),
  };
}

/** 处理中 2, else the state of the seat. */
export function seatLabel(tile: BoardSeat): string {
  if (isForsaken(tile)) return '离开，案件在手';
  return tile.warns.length > 0 ? `处理中 ${tile.warns.length}` : seatStates[tile.seat.state];
}

/** Since when it stands like that: at work since the first of the cases was taken. */
export function sinceOf(tile: BoardSeat): string {
  const { seat, warns } = tile;
  const claimTimes = warns.map((row) => row.claimedAt ?? seat.since).sort();
  return isForsaken(tile) ? seat.since : (claimTimes[0] ?? seat.since);
}

/** To whom an alarm can be given from the wall: people at their seats but oneself, the idle first, then whoever has least in hand. */
export function assignableSeats(present: readonly BoardSeat[], self: string | null): BoardSeat[] {
  return present
    .filter(({ id, seat }) => seat.onDuty && id !== self)
    .sort((a, b) => a.warns.length - b.warns.length || order.indexOf(a.seat.state) - order.indexOf(b.seat.state));
}

/** 在席 5 · 处理中 2 · 空闲 2: how many stand how. */
export function seatTotals(present: readonly BoardSeat[]): [word: string, count: number][] {
  const seated = present.filter(({ seat }) => seat.onDuty);
  const idle = seated.filter(({ seat, warns }) => warns.length === 0 && seat.state === 'idle').length;
  return [
    ['在席', seated.length],
    ['处理中', present.filter(({ warns }) => warns.length > 0).length],
    ['空闲', idle],
  ];
}
