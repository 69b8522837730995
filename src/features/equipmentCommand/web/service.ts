/** Exports for the pages of other features. */
export { default as CommandSection } from './CommandSection.tsx';
export { Config } from './Config.tsx';
export { sendCommand, useCommandChoice } from './sendCommand.ts';
