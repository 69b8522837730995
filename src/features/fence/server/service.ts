/** Exports for other features. */
export { isJudged } from './members.ts';
export { crossingsOf, noStanding, type PastCrossing, type Standing, standingRows, standingsOf } from './standings.ts';
