import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { dayStart } from '#web/chart/timeAxis.ts';
import { todayIn } from '#web/data/format.ts';

/** Lengths of a chart, in days. */
export const ranges = [
  { key: '1', label: '日' },
  { key: '7', label: '周' },
  { key: '30', label: '30 天' },
  { key: '90', label: '90 天' },
] as const;
export type RangeKey = (typeof ranges)[number]['key'];

/** Returns the range of an address; 30 days by default. */
export function rangeOf(key: string | null): RangeKey {
  return ranges.find((range) => range.key === key)?.key ?? '30';
}

/** Span of a chart, ISO instants. */
export interface Span {
  from: string;
  to: string;
  range: RangeKey;
}

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Returns the span that ends now: the last 24 hours, or whole days of the zone up to the end of today.
 * @param now ms; within an hour the span is the same
 */
export function spanOf(range: RangeKey, now: number, zone: string): Span {
  if (range === '1') {
    const end = (Math.floor(now / hour) + 1) * hour;
    return { from: iso(end - 24 * hour), to: iso(end), range };
  }
  const today = todayIn(zone, now);
  const first = dayAfter(today, 1 - Number(range));
  return { from: iso(dayStart(first, zone)), to: iso(dayStart(dayAfter(today), zone)), range };
}

/** Returns the days of a span, YYYY-MM-DD. */
export function daysOf(range: RangeKey, now: number, zone: string): string[] {
  const today = todayIn(zone, now);
  const count = Number(range);
  return Array.from({ length: count }, (_, place) => dayAfter(today, place + 1 - count));
}

/**
 * Returns the step in which a kind is asked for: single values and means by the length of the span, counters and times
 * by the hour of a day, else by the day.
 */
export function stepOf(kind: ReadingKindName, range: RangeKey): 'auto' | 'hour' | 'day' {
  const { summary } = readingKinds[kind];
  if (summary === 'points' || summary === 'mean') return 'auto';
  return range === '1' ? 'hour' : 'day';
}
