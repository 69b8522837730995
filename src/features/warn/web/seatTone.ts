import type { SeatState } from '#shared/codes.ts';
import type { Seat } from './seatStore.ts';

/** Without colour too: a break is square, nobody there is a ring. */
export const seatDots: Record<SeatState, string> = {
  idle: 'dot green',
  busy: 'dot',
  break: 'dot square',
  wrap_up: 'dot square',
  away: 'dot hollow faint',
};

/** Who is at work on a case is in it, whatever else is set. */
export function seatTone(seat: Pick<Seat, 'state'> | null, cases: number): SeatState {
  if (cases > 0) return 'busy';
  return seat?.state ?? 'away';
}
