/** Follow-up functions for other features. */

export { followUpsOwed, handOverFollowUps } from './handover.ts';
export { doneFollowUps } from './list.ts';
