/** Trial functions for other features. */
export { dueDays, inUse, unpressed } from './due.ts';
export type { TrialHooks, Tried } from './trialHooks.ts';
export { recordTrial } from './trialRows.ts';
