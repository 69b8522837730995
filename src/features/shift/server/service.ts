/** What other features may use of the roster. */
export { openGaps, rostered, turnNow } from './duty.ts';
