/** What other features may use of the roster. */
export { onDuty } from './duty.ts';
