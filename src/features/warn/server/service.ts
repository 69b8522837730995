/** API of the warn feature for other features. */
export {
  changeWarn,
  type LockedWarn,
  lockWarn,
  lockWarns,
  requireHandler,
  requireHealthWarn,
  requireOpen,
  requireWarn,
  type StoredWarn,
  visibleHealthWarns,
  visibleWarns,
  visibleWarnsTable,
} from './access.ts';
export { claimWarn, release, takeWarn } from './claim/claim.ts';
export { releaseAbandoned } from './claim/presence.ts';
export { closeBySystem } from './closing/closeBySystem.ts';
export { recover } from './closing/recover.ts';
export { counted, deskWork, deviceWork, unknownNumbers, waiting } from './conditions.ts';
export { deleteDrafts } from './drafts.ts';
export { type OtherPosition, type Raise, raise } from './engine.ts';
export { followUpTermsOf, followUpWithin, hospitalMs, owesFollowUp, requireOpenOrOwed, termsOf } from './followUp.ts';
export {
  departmentNameOf,
  departmentNames,
  markOf,
  maxUsers,
  type NotifiedUser,
  occasionOf,
  outsideLabel,
  recipientsText,
  recordInboxDelivery,
  typeIn,
  withDeliveryState,
} from './inboxNotice.ts';
export {
  channelNames,
  channelsOfRung,
  claimLimit,
  type DueRung,
  isLateRung,
  type ProjectLimits,
  progressTarget,
  type Timer,
  targetName,
} from './ladder.ts';
export { familyOf, liftToDesk } from './lift.ts';
export {
  atDesk,
  claimUntil,
  firstClaimer,
  overdueNow,
  pastLimit,
  responseSeconds,
  wasClaimed,
} from './read/response.ts';
export { limitedRow, unmaskedPhones, type WarnRow, warnRows } from './read/rows.ts';
export { maskedCustomer, maskedStep, rowFor, type Visibility, visibilityOf } from './read/visibility.ts';
export { encryptFacts, factsOf } from './record/closingRecord.ts';
export { type CalledParty, calledParty, type Proof, proofOf } from './record/proof.ts';
export { locationConsent, newestPosition } from './record/warnPosition.ts';
export { addStep, addSystemSteps, armProgress, bumpVersion, dropTimers, type SystemStep } from './steps.ts';
export { clearedFalseRequest, updateWarn } from './updateWarn.ts';
export { emitWarnEvent, isUnknownNumber, type Origin } from './warnEvents.ts';
export { runAfterEnd, runAfterReopen, type WarnHooks } from './warnHooks.ts';
