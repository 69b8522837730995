/** What other features may use of the drills. */
export { drillOver, drillsOver } from './activeDrill.ts';
