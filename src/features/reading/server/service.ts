/** Readings for other features: newest values, hooks, series. */

export { queueSeries } from './queue.ts';
export type { ReadingHooks, Settled } from './readingHooks.ts';
export { rawValues } from './seriesValues.ts';
export { spansOf } from './spans.ts';
