/** Nights for other features. */

export { type MakerSummary, writeMakerNights } from './night/maker.ts';
