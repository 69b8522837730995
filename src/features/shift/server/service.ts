/** What other features may use of the roster. */
export { rostered } from './duty.ts';
