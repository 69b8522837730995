import { asList, sosLink } from '#shared/sosLink.ts';

/** Returns a link to the warn list under the filters of a call; the figure next to it counts exactly these. */
export function filteredLink(filters: object): string {
  const params = Object.entries(filters).map(([field, value]) => [field, value === true ? '1' : String(value)]);
  return sosLink({ ...asList, ...Object.fromEntries(params) });
}

/** Returns a link to the list of today's counted alarms, each by the day of its project. */
export function todayLink(filters: Readonly<Record<string, string>> = {}): string {
  return sosLink({ ...asList, counted: '1', today: '1', ...filters });
}
