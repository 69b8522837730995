/** What other features may use of the follow-ups. */
export { followUpsOwed, handOverFollowUps } from './handover.ts';
