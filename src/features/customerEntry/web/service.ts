export { CustomerField } from './CustomerField.tsx';
export { CustomerForm, useReadForForm } from './CustomerForm.tsx';
export { type Choice, useCustomerChoice } from './choice.ts';
export { type FoundCustomer, findsCustomers } from './foundCustomers.ts';
export { illnessesOf } from './illnesses.ts';
