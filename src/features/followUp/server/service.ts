/** What other features may use of the follow-ups. */
export { followUpsOwed, passFollowUps } from './handover.ts';
