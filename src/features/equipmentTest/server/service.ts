/** Exports for other features. */
export { closeTests, type Evidence } from './testEvidence.ts';
