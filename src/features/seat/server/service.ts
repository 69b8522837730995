/** What other features may use of the seats. */
export { idleSince, seatStatesOf } from './list.ts';
export { beginWrapUp, leaveAfterHandover } from './state.ts';
