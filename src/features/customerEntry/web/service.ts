export { CustomerForm, useReadForForm } from './CustomerForm.tsx';
export { CustomerPick } from './CustomerPick.tsx';
export { type Choice, useCustomerChoice } from './choice.ts';
export { illnessesOf } from './illnesses.ts';
