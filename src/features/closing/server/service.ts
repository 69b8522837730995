/** Functions of closing for other features. */
export { endWarn } from './endWarn.ts';
export { falseWarn } from './falseWarn.ts';
export { needsReport } from './incident.ts';
export { nothingRefused, refusalsOf } from './refusals.ts';
