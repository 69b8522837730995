/** What other features may use of the alarms. */
export { counted, lockWarn, requireWarn, visibleWarns, warnsSeen } from './access.ts';
export { type CaseAddressee, makeCaseLink } from './caseLink.ts';
export { getWarnCount } from './count.ts';
export { type OtherPosition, type Raise, raise } from './engine.ts';
export {
  answeredFromOutside,
  movedFromOutside,
  openedFromOutside,
  positionFromOutside,
  type ReportedPosition,
} from './externalAnswers.ts';
export { familyOf } from './family.ts';
export { followUpTermsOf, followUpWithin } from './followUp.ts';
export { claimLimit } from './ladder.ts';
export { countWarns } from './list.ts';
export { noteOtherPlaces, type OtherReport } from './otherPosition.ts';
export { openWork, recover } from './recover.ts';
export { claimedLate } from './response.ts';
export { sharedSheet, shareRefusal } from './sheet.ts';
export { heldWarnsOf, recordFollowUpHandover, takeOverWarns } from './takeOver.ts';
export { dueFollowUps, hoursOfTwoDays, openByHandler, queueHead, todayFigures } from './todayFigures.ts';
export { moveUnknownNumbers, type StrangerPlace, strangerPlaces, type UnknownNumberReport } from './unknownNumbers.ts';
export { watchedCustomers } from './watch.ts';
