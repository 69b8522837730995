/** Exports for the pages of other features. */
export { callConfirmed } from './callConfirmed.ts';
