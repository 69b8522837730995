/** Follow-up functions for other features. */

export { addExaminationFollowUp, dropExaminationFollowUps, examinationFollowUp } from './examination.ts';
export { followUpsOwed, handOverFollowUps } from './handover.ts';
export { doneFollowUps } from './list.ts';
