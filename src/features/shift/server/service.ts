/** What other features may use of the roster. */
export { openGaps, rostered } from './duty.ts';
