/** Parts of the warn pages for other features. */
export { type Access, accessTo, restrictedText } from './access.ts';
export { addressLine, addressParts } from './addressText.ts';
export { ClaimLabel } from './ClaimWord.tsx';
export { claimAndOpen, claimNext } from './claimFlow.ts';
export type { DeskDialog, RowDialogAction, RowDialogProps } from './dialogSlot.ts';
export {
  deviceText,
  lateText,
  offeredMark,
  sexAndAge,
  spokenWarn,
  stateMark,
  statusTones,
  subjectName,
  testMark,
  timesText,
} from './format.ts';
export { nextWarn } from './nextWarn.ts';
export { flushDrafts } from './saveDraft.ts';
export { shownOf, type Unit, units } from './storm.ts';
export { submitting } from './submitting.ts';
export { warnRow } from './testRow.ts';
export type {
  NearbyHelp,
  WarnCustomer,
  WarnDetail,
  WarnDispatch,
  WarnEquipment,
  WarnRow,
  WarnStep,
  WarnTrack,
} from './types.ts';
export { type RunAction, useAction } from './useAction.ts';
export { useOpenWarn } from './useOpenWarn.ts';
export { useRung } from './useRung.ts';
export { useWarnDraft } from './useWarnDraft.ts';
export { emptyRows, inShownOrder, isWaiting, mergeRow, openRows, releasedRow } from './warnRows.ts';
export {
  applyRow,
  loadWarns,
  openWarns,
  startWarns,
  useOpenWarns,
  useUnanswered,
  useWarnCounts,
  useWarnsLoaded,
  type WarnCounts,
  type WarnEvent,
  warnChanges,
  warnsLoaded,
  wentBack,
} from './warnStore.ts';
