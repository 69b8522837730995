/** Functions of share for other features. */
export { sharedSheet } from './sheet.ts';
