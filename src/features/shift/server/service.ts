/** What other features may use of the roster. */
export { countOpenGaps, onDutyUsers, turnNow, turnTotal } from './onDutyUsers.ts';
