/** What other features may use of trials. */
export { dueDays, inUse, unpressed } from './due.ts';
export type { TrialHooks, Tried } from './trialHooks.ts';
export { recordTrial } from './trialRows.ts';
