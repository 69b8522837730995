/** What other features may use of trials. */
export { dueDays, inUse, unpressed } from './due.ts';
export type { TrialPart, Tried } from './trialHooks.ts';
export { recordTrial } from './trialRows.ts';
