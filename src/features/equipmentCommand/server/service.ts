/** Exports for other features. */
export { holdsNumbers, maskNumbers, mobile } from './commandRows.ts';
export { askable, wakeSenders } from './commands.ts';
export { recordAnswers } from './commandWire.ts';
export { askPosition, locateState } from './locate.ts';
