/** Functions of escalation for other features. */
export { type CaseAddressee, makeCaseLink } from './caseLink.ts';
export { withUnmaskedNames } from './deliveryNote.ts';
export { responderNotification } from './outboundRecipients.ts';
export { rungContext } from './rungContext.ts';
export { fireDue } from './timers.ts';
