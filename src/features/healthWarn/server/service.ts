/** Work of health staff for other features. */
export { countWarnings } from './list.ts';
export { healthNotes } from './steps.ts';
