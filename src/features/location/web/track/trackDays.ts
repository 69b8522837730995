import { maxTrackDays } from '#features/location/contract.ts';
import { instantAt } from '#shared/place/wallClock.ts';
import { dayAfter } from '#shared/rule/calendar.ts';

/** Days of a track, YYYY-MM-DD, the last one included. */
export interface TrackDays {
  first: string;
  last: string;
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * Reads the days of the query: `today`, `yesterday`, `2026-11-20` or `2026-11-20_2026-11-26`. Anything else is today; at
 * most seven days, none in the future.
 */
export function readDays(text: string, today: string): TrackDays {
  if (text === 'yesterday') return { first: dayAfter(today, -1), last: dayAfter(today, -1) };
  const [first = '', second = first] = text.split('_');
  if (!isDay(first) || !isDay(second) || first > second || first > today) return { first: today, last: today };
  const longest = dayAfter(first, maxTrackDays - 1);
  const ends = [second, longest, today].sort();
  return { first, last: ends[0] ?? first };
}

/** Writes days for the query; what `readDays` reads. */
export function writeDays({ first, last }: TrackDays, today: string): string {
  if (first !== last) return `${first}_${last}`;
  if (first === today) return 'today';
  return first === dayAfter(today, -1) ? 'yesterday' : first;
}

/** Returns the days in words: 今天, 昨天, 11-20, 11-20 至 11-26. */
export function daysText({ first, last }: TrackDays, today: string): string {
  const short = (day: string) => (day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day);
  if (first !== last) return `${short(first)} 至 ${short(last)}`;
  if (first === today) return '今天';
  return first === dayAfter(today, -1) ? '昨天' : short(first);
}

/** Returns the instants of days in a zone; `to` is the start of the day after. */
export function spanOf({ first, last }: TrackDays, timeZone: string): { from: string; to: string } {
  return {
    from: instantAt(`${first}T00:00:00`, timeZone),
    to: instantAt(`${dayAfter(last, 1)}T00:00:00`, timeZone),
  };
}
