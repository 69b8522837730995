import type { SeatState } from '#shared/codes.ts';
import type { Seat } from './seatStore.ts';

/** Dots that differ without colour too: a break is a square, an absent user a ring. */
export const seatDots: Record<SeatState, string> = {
  idle: 'dot text-success',
  busy: 'dot',
  break: 'dot square',
  wrap_up: 'dot square',
  away: 'dot hollow text-text3',
};

/** Returns the tone of a seat; a user with warns counts as handling, whatever the state. */
export function seatTone(seat: Pick<Seat, 'state'> | null, cases: number): SeatState {
  if (cases > 0) return 'busy';
  return seat?.state ?? 'away';
}
