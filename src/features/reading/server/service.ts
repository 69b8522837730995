/** Readings for other features: newest values, hooks, series. */

export { latestOf } from './getReadingLatest.ts';
export { abnormalWithin, silentFor } from './glance/conditions.ts';
export { newestReadings } from './glance/newestReadings.ts';
export { joined, type OutOfBand, outOfBandOf } from './glance/outOfBand.ts';
export { type Silence, silencesOf } from './glance/silence.ts';
export { queueSeries } from './queue.ts';
export type { ReadingHooks, Settled } from './readingHooks.ts';
export { rawValues } from './seriesValues.ts';
export { spanRows, spansOf } from './spans.ts';
