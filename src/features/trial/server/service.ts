/** What other features may use of trials. */
export type { TrialPart, Tried } from './parts.ts';
export { noteTried } from './tries.ts';
