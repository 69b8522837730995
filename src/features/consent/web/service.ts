export { consentFields, consentInput, consentNames, consentProblem } from './consentFields.tsx';
