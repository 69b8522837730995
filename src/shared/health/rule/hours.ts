import type { RuleHours } from './definition.ts';

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the minutes since midnight by the clock of a zone. */
function clockMinutes(at: number, zone: string): number {
  const format =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(zone, format);
  return minutesOf(format.format(at));
}

/**
 * Returns when the hours that contain an instant began, ms since 1970; null outside of them. Without hours they began
 * long ago.
 * @param zone IANA name
 */
export function hoursFrom(hours: RuleHours | null, at: number, zone: string): number | null {
  if (!hours) return 0;
  const now = clockMinutes(at, zone);
  const from = minutesOf(hours.from);
  const to = minutesOf(hours.to);
  const since = (now - from + 1440) % 1440;
  const length = (to - from + 1440) % 1440;
  if (since >= length) return null;
  return Math.floor(at / 60_000) * 60_000 - since * 60_000;
}
