/** What other features may use of the roster. */
export { openGaps, rostered, turnNow, turnTotal } from './onDutyUsers.ts';
