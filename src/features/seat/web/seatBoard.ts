import type { warnApi } from '#features/warn/contract.ts';
import type { WarnRow } from '#features/warn/web/service.ts';
import { type SeatState, seatStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Seat } from './seatStore.ts';

type Figures = OutputOf<typeof warnApi.getSeatFigures>[number];

/** Seat of the seat board. */
export interface BoardSeat {
  /** Id of the user. */
  id: string;
  seat: Seat;
  /** Handled warns, most urgent first. */
  warns: WarnRow[];
  /** Today's figures; undefined until loaded. */
  figures: Omit<Figures, 'userId'> | undefined;
}

const none = { taken: 0, calls: 0, falseCount: 0 };
const order: readonly SeatState[] = ['idle', 'wrap_up', 'busy', 'break', 'away'];

/** Whether the user has handled warns but is neither on duty nor online. A leader may handle one without a seat. */
export function isForsaken({ seat, warns }: BoardSeat): boolean {
  return !seat.onDuty && !seat.online && warns.length > 0;
}

/** Ranks tiles: abandoned warns first, then handling, idle, others. */
function rank(tile: BoardSeat): number {
  if (tile.warns.length > 0) return isForsaken(tile) ? 0 : 1;
  return 2 + order.indexOf(tile.seat.state);
}

/**
 * Returns the seats of the board and the absent users.
 * @param open the open warns in scope, in queue order
 * @param figures today's; undefined until loaded
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

/** Returns 处理中 2, else the state of the seat. */
export function seatLabel(tile: BoardSeat): string {
  if (isForsaken(tile)) return '离开，案件在手';
  return tile.warns.length > 0 ? `处理中 ${tile.warns.length}` : seatStates[tile.seat.state];
}

/** Returns since when the seat has its state; while handling, the earliest claim. */
export function sinceOf(tile: BoardSeat): string {
  const { seat, warns } = tile;
  const claimTimes = warns.map((row) => row.claimedAt ?? seat.since).sort();
  return isForsaken(tile) ? seat.since : (claimTimes[0] ?? seat.since);
}

/**
 * Returns the seats to which a warn can be assigned: on duty, without the viewer's; fewest handled warns first, then
 * idle ones.
 */
export function assignableSeats(present: readonly BoardSeat[], self: string | null): BoardSeat[] {
  return present
    .filter(({ id, seat }) => seat.onDuty && id !== self)
    .sort((a, b) => a.warns.length - b.warns.length || order.indexOf(a.seat.state) - order.indexOf(b.seat.state));
}

/** Counts the seats per state: 在席 5 · 处理中 2 · 空闲 2. */
export function seatTotals(present: readonly BoardSeat[]): [word: string, count: number][] {
  const seated = present.filter(({ seat }) => seat.onDuty);
  const idle = seated.filter(({ seat, warns }) => warns.length === 0 && seat.state === 'idle').length;
  return [
    ['在席', seated.length],
    ['处理中', present.filter(({ warns }) => warns.length > 0).length],
    ['空闲', idle],
  ];
}
