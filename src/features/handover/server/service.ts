/** Exports for other features. */
export { sheetsOnDuty } from './onDuty.ts';
