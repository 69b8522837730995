/** API of the warn feature for other features. */
export { counted, lockWarn, requireWarn, visibleWarns, visibleWarnsTable } from './access.ts';
export { type CaseAddressee, makeCaseLink } from './caseLink.ts';
export { getWarnCount } from './count.ts';
export { type OtherPosition, type Raise, raise } from './engine.ts';
export {
  type ReportedPosition,
  recordExternalAnswer,
  recordExternalMove,
  recordExternalPosition,
  recordLinkOpened,
} from './externalAnswers.ts';
export { familyOf } from './family.ts';
export { followUpTermsOf, followUpWithin } from './followUp.ts';
export { claimLimit } from './ladder.ts';
export { countWarns } from './list.ts';
export { type OtherReport, recordOtherPositions } from './otherPosition.ts';
export { recordFollowUpHandover } from './recordFollowUpHandover.ts';
export { openMaintenanceWarns, recover } from './recover.ts';
export { claimedLate } from './response.ts';
export { sharedSheet, shareRefusal } from './sheet.ts';
export { heldWarnsOf, takeOverWarns } from './takeOver.ts';
export { dueFollowUps, handlingCounts, hoursOfTwoDays, queueHead, todayFigures } from './todayFigures.ts';
export {
  moveUnknownNumbers,
  subjectsOfPresses,
  type UnknownNumberReport,
  type UnknownNumberSubject,
} from './unknownNumbers.ts';
export { watchedCustomers } from './watch.ts';
