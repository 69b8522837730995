/** Exports for other features. */
export { indexesInDrill, isInDrill } from './activeDrill.ts';
