/** Readings for other features: newest values, hooks, series. */

export { addExamined, type Examination, type ExaminedValue, withdrawExamined } from './entry/examined.ts';
export { latestOf } from './getReadingLatest.ts';
export { getReadingSeries } from './getReadingSeries.ts';
export { abnormalWithin, silentFor } from './glance/conditions.ts';
export { newestReadings } from './glance/newestReadings.ts';
export { joined, type OutOfBand, outOfBandOf } from './glance/outOfBand.ts';
export { type Silence, silencesOf } from './glance/silence.ts';
export { sparksOf } from './glance/sparks.ts';
export { countHoursOf, rawSince } from './hours.ts';
export { bandSetsOf } from './levels.ts';
export { type Before, valuesBefore } from './newest/arrived.ts';
export { keyOf, lockNewest } from './newest/newestOf.ts';
export { queueSeries, type Series, seriesRows } from './queue.ts';
export { type Arrivals, type ArrivedValue, onScale2, type ReadingHooks, type Settled } from './readingHooks.ts';
export { type SampleBetween, samplesBetween } from './samplesBetween.ts';
export { rawValues } from './seriesValues.ts';
export { spanRows, spansOf } from './spans.ts';
