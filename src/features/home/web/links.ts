import { asList, sosLink } from '#shared/sosLink.ts';
import { can } from '#web/call/session.ts';

/** The list of alarms under the filters of a call; the figure beside it counts exactly these. */
export function filteredLink(filters: object): string {
  const words = Object.entries(filters).map(([field, value]) => [field, value === true ? '1' : String(value)]);
  return sosLink({ ...asList, ...Object.fromEntries(words) });
}

/** The alarms of today, each by the day of its project, as a list; the work of device staff left out as in the figures; others don't see it anyhow. */
export function todayLink(filters: Readonly<Record<string, string>> = {}): string {
  const family = can('warn:device') ? { family: 'sos,health' } : undefined;
  return sosLink({ ...asList, ...family, today: '1', ...filters });
}
