/** Work of health staff for other features. */
export { healthNotes } from './steps.ts';
