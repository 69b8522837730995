export { findSubject } from './alarmSubject.ts';
export { archiveSealedIds, requireUnsealed } from './archiveSealed.ts';
export { attachScan } from './attachScan.ts';
export { consentLapsed, consentValiditiesOf, consentValidityOf, hasConsent, type Purpose } from './consentValidity.ts';
export { customerTotal } from './counts.ts';
export {
  allCustomerHooks,
  type CustomerFilters,
  type CustomerHooks,
  figuresOf,
  type HealthEntry,
  type HealthStore,
  healthEditedSince,
  healthRowsOf,
  isHandlerOf,
  type MergedPair,
  type NewOwnership,
  type NewState,
  runAfterConsentGiven,
  runAfterConsentWithdrawn,
  runBeforeMove,
  writeHealthRows,
} from './customerHooks.ts';
export { nextNumbers, populatedNo } from './customerNo.ts';
export { moveAlong } from './list/bulk.ts';
export { departmentTree, getCustomerChoice } from './list/choice.ts';
export { filterCondition as customerCondition, placeConditions } from './list/filters.ts';
export { matchCustomers } from './list/keywordMatch.ts';
export { countCustomers } from './list/list.ts';
export { customerOf, isOver, lockCustomer, lockCustomers, type StoredCustomer } from './lockCustomer.ts';
export { callCardOf } from './record/callCard.ts';
export {
  contactOf,
  contactProblems,
  readContacts,
  readContactsOf,
  relationsOf,
  requireLinked,
  saveContacts,
  withFlags,
} from './record/contacts.ts';
export { type AddressColumns, addressParts, bedAddressOf, bedText, bedTexts } from './record/customerAddress.ts';
export {
  bloodCode,
  canViewHealth,
  decryptHealth,
  encryptHealth,
  type HealthSummary,
  redFlags,
} from './record/health.ts';
export {
  type AllergyRow,
  allergyText,
  type ConditionRow,
  type HealthRows,
  isPresent,
  isTaken,
  type MedicineRow,
  medicineText,
  noHealthRows,
  wordsOf,
} from './record/healthRows.ts';
export { decryptIdNo, maskedTail } from './record/identity.ts';
export { emergencyCustomers, readUnmaskedCustomer, unmaskedCustomers } from './record/unmaskedCustomer.ts';
export { remindResponsible } from './reminder.ts';
export { aDayAhead, type Due, localToday, maxPerRun, notReminded } from './reminderQueries.ts';
export { adoptState, changeState, hasEmergencyContact, settleLeaving } from './state.ts';
