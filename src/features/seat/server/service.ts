/** Seat functions for other features. */
export { idleSince, seatStatesOf } from './list.ts';
export { beginWrapUp, leaveAfterHandover } from './state.ts';
