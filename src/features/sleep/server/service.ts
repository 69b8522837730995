/** Nights for other features. */

export { type MakerSummary, writeMakerNights } from './night/maker.ts';
export { type NightMean, nightMeans } from './night/means.ts';
export type { NightHooks } from './nightHooks.ts';
