/** What other features may use of the drills. */
export { indexesInDrill, isInDrill } from './activeDrill.ts';
