/** Readings for other features: newest values, hooks, series. */

export { latestOf } from './getReadingLatest.ts';
export { joined, type OutOfBand, outOfBandOf } from './outOfBand.ts';
export { queueSeries } from './queue.ts';
export type { ReadingHooks, Settled } from './readingHooks.ts';
export { rawValues } from './seriesValues.ts';
export { type Silence, silencesOf } from './silence.ts';
export { spansOf } from './spans.ts';
