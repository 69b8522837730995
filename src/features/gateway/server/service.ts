/** Exports for other features. */
export { takeIn } from './takeIn.ts';
