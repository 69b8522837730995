/** Exports for other features. */
export { holdsNumbers, maskNumbers, mobile } from './commandRows.ts';
export { askable, type CommandState, wakeSenders } from './commands.ts';
export { recordAnswers } from './commandWire.ts';
export { currentPlace } from './currentPlace.ts';
export { askPosition, locateState } from './locate.ts';
export { reportingIntervals, setUrgentReporting, urgentReporting } from './reporting.ts';
