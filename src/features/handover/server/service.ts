/** What other features may use of the handover. */
export { sheetsOnDuty } from './onDuty.ts';
