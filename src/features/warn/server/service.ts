/** API of the warn feature for other features. */
export { counted, lockWarn, requireWarn, visibleWarns, visibleWarnsTable } from './access.ts';
export { type CaseAddressee, makeCaseLink } from '#features/escalation/server/caseLink.ts';
export { getWarnCount } from '#features/warnList/server/count.ts';
export { type OtherPosition, type Raise, raise } from './engine.ts';
export {
  type ReportedPosition,
  recordExternalAnswer,
  recordExternalMove,
  recordExternalPosition,
  recordLinkOpened,
} from '#features/caseLink/server/externalAnswers.ts';
export { familyOf } from './family.ts';
export { followUpTermsOf, followUpWithin } from './followUp.ts';
export { claimLimit } from './ladder.ts';
export { countWarns } from '#features/warnList/server/list.ts';
export { type OtherReport, recordOtherPositions } from '#features/ingest/server/otherPosition.ts';
export { recordFollowUpHandover } from '#features/followUp/server/recordFollowUpHandover.ts';
export { openMaintenanceWarns, recover } from '#features/ingest/server/recover.ts';
export { claimedLate } from './response.ts';
export { sharedSheet, shareRefusal } from '#features/share/server/sheet.ts';
export { heldWarnsOf, takeOverWarns } from '#features/handover/server/takeOver.ts';
export { dueFollowUps, handlingCounts, hoursOfTwoDays, queueHead, todayFigures } from '#features/home/server/todayFigures.ts';
export {
  moveUnknownNumbers,
  subjectsOfPresses,
  type UnknownNumberReport,
  type UnknownNumberSubject,
} from '#features/ingest/server/pressSubjects.ts';
export { watchedCustomers } from '#features/home/server/watch.ts';
