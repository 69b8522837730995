export { addConsents, signConsents, validateConsents } from './consent.ts';
export { consentLabels, ofConsent } from './consentHistory.ts';
export { consentIn, consentKeys, consentProblems, newOnlyColumns, signer } from './importConsent.ts';
export { settleConsents } from './withdraw.ts';
