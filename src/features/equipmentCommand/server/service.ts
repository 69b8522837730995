/** Exports for other features. */
export { holdsNumbers, maskNumbers, mobile } from './commandRows.ts';
export { askable, lastCommand, queueCommands, wakeSenders } from './commands.ts';
export { recordAnswers } from './commandWire.ts';
