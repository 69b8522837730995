/** What other features may use of the roster. */
export { onDutyUsers, openGaps, turnNow, turnTotal } from './onDutyUsers.ts';
