/** Roster functions for other features. */
export { countOpenGaps, onDutyUsers, turnNow, turnTotal } from './onDutyUsers.ts';
